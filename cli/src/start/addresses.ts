import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { findHomeAddress, isLoopback } from "@flower-war/protocol/sockets";

/** Where an address of this machine is reached from. */
type Reach = "on your network" | "by Tailscale" | "inside your provider's network" | "from the internet";

/** An address under which others open the page. */
export interface OpenAddress {
  readonly reach: Reach;
  readonly url: string;
}

/** Networks by their addresses, the first that fits. `null`: who reaches such an address cannot be known. */
const NETWORKS: readonly (readonly [address: RegExp, reach: Reach | null])[] = [
  [/^(169\.254\.|fe[89ab])/, null],
  [/^fd7a:115c:a1e0:/, "by Tailscale"],
  [/^f[cd]/, "on your network"],
  [/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/, "on your network"],
  // RFC 6598: providers' own NAT, and Tailscale.
  [/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./, "inside your provider's network"],
  [/^([23]|\d+\.)/, "from the internet"],
];

/** Interfaces between this machine and its own containers and virtual machines. */
const INSIDE = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|podman)/;

/**
 * Returns the addresses under which others open the page, one for each way and version of IP, that in the home's network first.
 * @param host where the server listens
 */
export function openAddresses(host: string, port: number, interfaces = networkInterfaces()): OpenAddress[] {
  const listens = (address: string) =>
    host === "::" || host === address || (host === "0.0.0.0" && !isIPv6(address));
  const all = Object.entries(interfaces)
    .filter(([name]) => !INSIDE.test(name))
    .flatMap(([name, each]) => (each ?? []).map(({ address }) => ({ name, address })))
    .filter(({ address }) => !isLoopback(address) && listens(address))
    .flatMap(({ name, address }) => {
      const reach = reachOf(name, address);
      return reach === null ? [] : [{ reach, address }];
    });
  const home = findHomeAddress(interfaces);
  const sorted = [...all.filter(({ address }) => address === home), ...all];
  const isFirst = ({ reach, address }: (typeof all)[number], place: number) =>
    sorted.findIndex((other) => other.reach === reach && isIPv6(other.address) === isIPv6(address)) === place;
  return sorted.filter(isFirst).map(({ reach, address }) => ({
    reach,
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}`,
  }));
}

function reachOf(name: string, address: string): Reach | null {
  const reach = NETWORKS.find(([network]) => network.test(address))?.[1] ?? null;
  return reach === "inside your provider's network" && /^(tailscale|utun)/.test(name)
    ? "by Tailscale"
    : reach;
}
