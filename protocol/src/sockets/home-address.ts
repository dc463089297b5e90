import { isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** A machine's interfaces by name, as `os.networkInterfaces()` returns them. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Networks of homes (RFC 1918). Docker and virtual machines use 172.16.0.0/12, which comes last. */
const HOME_NETWORKS = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/**
 * Returns this machine's address in its home's network, as `192.168.1.20`; `null`: it has none.
 * @param preferred the address to take if it is one of several, such as that of the default route
 */
export function findHomeAddress(
  interfaces: Interfaces = networkInterfaces(),
  preferred: string | null = null,
): string | null {
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);
  const found = HOME_NETWORKS.flatMap((network) => addresses.filter((address) => network.test(address)));
  return found.find((address) => address === preferred) ?? found[0] ?? null;
}

/** Whether a host name or address is this machine's own, which no other machine reaches. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}
