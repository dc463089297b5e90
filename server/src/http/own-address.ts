import { findHomeAddress, type Interfaces, isLoopback } from "@flower-war/protocol/sockets";
import type { RequestHandler } from "express";

/** Where a server listens. */
export interface Listening {
  /** `HOST` */
  readonly host: string;
  readonly port: number;
  /** `PUBLIC_URL`; `null`: not set. */
  readonly publicUrl: string | null;
}

/**
 * Returns the address under which others open the page: that of `PUBLIC_URL`, without the path that leads to this server; else that in the home's network, as
 * `http://192.168.1.20:2567`; `null`: there is none, or the server listens for this machine alone.
 */
export function addressForOthers(
  { host, port, publicUrl }: Listening,
  interfaces?: Interfaces,
): string | null {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  if (!["0.0.0.0", "::"].includes(host)) return null;
  const address = findHomeAddress(interfaces);
  return address === null ? null : `http://${address}:${port}`;
}

/**
 * Answers `{ url }`, where others reach this server, to people who use it by an address of their own machine alone. All others get `null`:
 * they know an address, and must not learn those of a home network.
 */
export function tellAddress(find: () => string | null): RequestHandler {
  return ({ hostname, ip }, response) => {
    const isHere = isLoopback(hostname) && isLoopback(ip ?? "");
    response.json({ url: isHere ? find() : null });
  };
}
