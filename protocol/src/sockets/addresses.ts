import { createHash, type X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { MQTT_PORTS } from "../temple/index.ts";

/** Returns an address of IPv4 inside IPv6 as one of IPv4, others as they are. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Returns by what the requests of an address are counted: of IPv6 its network of 64 bits, which one person has alone. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(":")}::/64` : plain;
}

/** Returns the network of 48 bits that an address of IPv6 is in: one customer of a provider may have 65,536 of 64. `null`: IPv4. */
export function siteOf(address: string): string | null {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(":")}::/48` : null;
}

/** Returns the eight groups of an address of IPv6, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length);
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return all.map((group) => Number.parseInt(group, 16).toString(16));
}

/** A machine's interfaces by name. */
type Interfaces = ReturnType<typeof networkInterfaces>;

/** Returns the address to listen on for all machines: `::`, which takes IPv4 too, or `0.0.0.0` on a machine without IPv6. */
export function everyAddress(interfaces: Interfaces = networkInterfaces()): "::" | "0.0.0.0" {
  return Object.values(interfaces)
    .flat()
    .some((each) => each?.family === "IPv6")
    ? "::"
    : "0.0.0.0";
}

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

/** Domains in which nobody can register a name for the public DNS (RFC 6761, 6762, 8375; ICANN for `internal`). */
const CLOSED_DOMAINS = ["localhost", "local", "internal", "home.arpa", "test"];

/**
 * Whether the host that a request names cannot be one of a stranger's DNS, which may lead anywhere (DNS rebinding): an address, a name
 * without a domain, as programs in one network have it, or a name in a domain where nobody can register any.
 * @param host the header `Host`
 */
export function isUnregistrable(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  const name = url?.hostname.replace(/\.$/, "") ?? "";
  if (name === "" || url?.pathname !== "/") return false;
  if (name.startsWith("[") || isIP(name) !== 0 || !name.includes(".")) return true;
  return CLOSED_DOMAINS.some((domain) => name.endsWith(`.${domain}`));
}

/** How temples reach a broker. */
export interface BrokerAddress {
  /** A name, or an address; of IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** The hosts that a temple's set-up takes. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d.-]+)$/i;

/**
 * Parses the address of a broker for temples, `mqtt://<host>` or `mqtts://<host>`, with or without a port.
 * @throws `RangeError` whose message says what the value must be, for the operator; also if a temple would find only itself there
 */
export function parseBrokerUrl(text: string): BrokerAddress {
  const url = URL.parse(text);
  const isAddress = url !== null && ["mqtt:", "mqtts:"].includes(url.protocol) && HOST.test(url.hostname);
  if (!isAddress || url.username !== "" || url.port === "0") {
    throw new RangeError("must be an address like mqtts://play.example:8883");
  }
  const { hostname: host } = url;
  if (isLoopback(host.toLowerCase()) || ["0.0.0.0", "[::]"].includes(host)) {
    throw new RangeError(`must be an address that a temple reaches: ${host} is each machine's own`);
  }
  const tls = url.protocol === "mqtts:";
  return { host, port: url.port === "" ? (tls ? MQTT_PORTS.tls : MQTT_PORTS.plain) : Number(url.port), tls };
}

/**
 * Returns the pin of a certificate (temple protocol A-4): SHA-256 of its public key (SubjectPublicKeyInfo, DER), as 64 lower-case hex
 * digits. It stays the same when the certificate is renewed.
 */
export function pinOf({ publicKey }: X509Certificate): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}
