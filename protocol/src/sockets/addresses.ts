import { isIPv6 } from "node:net";

/** Returns an address of IPv4 inside IPv6 as one of IPv4, others as they are. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Returns by what the requests of an address are counted: of IPv6 its network of 64 bits, which one person has alone. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length);
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
