import { findHomeAddress } from "@flower-war/protocol/sockets";

/** Where a server listens. */
interface Listening {
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
  interfaces?: Parameters<typeof findHomeAddress>[0],
): string | null {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  if (!["0.0.0.0", "::"].includes(host)) return null;
  const address = findHomeAddress(interfaces);
  return address === null ? null : `http://${address}:${port}`;
}
