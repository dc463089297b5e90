import { isIPv6 } from "node:net";

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
