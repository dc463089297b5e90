import { isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { findHomeAddress } from "@flower-war/protocol/sockets";

/** Where an address of this machine is reached from. */
type Reach = "on your network" | "by Tailscale" | "inside your provider's network" | "from the internet";

/** An address under which others open the page. */
export interface OpenAddress {
  readonly reach: Reach;
  readonly url: string;
}

/** Networks besides those of homes by IPv4, by their addresses, the first that fits. `null`: who reaches such an address cannot be known. */
const NETWORKS: readonly (readonly [address: RegExp, reach: Reach | null])[] = [
  [/^(169\.254\.|fe[89ab])/, null],
  [/^fd7a:115c:a1e0:/, "by Tailscale"],
  [/^f[cd]/, "on your network"],
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
    .flatMap(([name, each]) => (each ?? []).map((info) => ({ name, info })))
    .filter(({ info }) => !info.internal && listens(info.address))
    .flatMap(({ name, info }) => {
      const reach = reachOf(name, info);
      return reach === null ? [] : [{ reach, address: info.address }];
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

function reachOf(name: string, info: NetworkInterfaceInfo): Reach | null {
  const { address } = info;
  if (findHomeAddress({ [name]: [info] }) !== null) return "on your network";
  const reach = NETWORKS.find(([network]) => network.test(address))?.[1] ?? null;
  return reach === "inside your provider's network" && /^(tailscale|utun)/.test(name)
    ? "by Tailscale"
    : reach;
}
