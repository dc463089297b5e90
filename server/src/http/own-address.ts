import { isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import type { RequestHandler } from "express";

/** A server's interfaces by name, as `os.networkInterfaces()` returns them. */
type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Where a server listens. */
export interface Listening {
  /** `HOST` */
  readonly host: string;
  readonly port: number;
  /** `PUBLIC_URL`; `null`: not set. */
  readonly publicUrl: string | null;
}

/** Networks of homes (RFC 1918). Docker and virtual machines use 172.16.0.0/12, which comes last. */
const HOME_NETWORKS = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/**
 * Returns the address under which others reach this server: its `PUBLIC_URL`, else that in the home's network, as
 * `http://192.168.1.20:2567`; `null`: there is none, or the server listens for this machine alone.
 */
export function addressForOthers(
  { host, port, publicUrl }: Listening,
  interfaces: Interfaces = networkInterfaces(),
): string | null {
  if (publicUrl !== null) return publicUrl.replace(/\/$/, "");
  if (!["0.0.0.0", "::"].includes(host)) return null;
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);
  const found = HOME_NETWORKS.flatMap((network) => addresses.filter((address) => network.test(address)));
  return found[0] === undefined ? null : `http://${found[0]}:${port}`;
}

/**
 * Answers `{ url }`: where others reach this server, for people who use it by an address of their own machine alone. Nobody else
 * is told (`null`): they know an address, and home networks are nobody else's business.
 */
export function tellAddress(find: () => string | null): RequestHandler {
  return ({ hostname, ip }, response) => {
    const isHere = isLoopback(hostname) && isLoopback(ip ?? "");
    response.json({ url: isHere ? find() : null });
  };
}

/** Whether a host name or address is this machine's own, which no other machine reaches. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}
