import { BlockList, isIP } from "node:net";
import { unmapped } from "@flower-war/protocol/sockets";
import { refuse } from "../refusal.ts";

/** The shortest prefixes that may be banned at once: a typing error shuts out no continent. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 } as const;

/** Some addresses: one, or a network. */
export interface AddressRange {
  /** The shown form: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`. */
  readonly text: string;
  /** Whether an address is one of them; IPv4 inside IPv6 counts as IPv4. */
  includes(address: string): boolean;
}

/**
 * Parses an address or a network in CIDR notation.
 * @throws `RefusalError` with `bad-addresses`
 */
export function parseAddresses(text: string): AddressRange {
  const [address = "", prefix, ...more] = text.trim().split("/");
  const plain = unmapped(address);
  const family = isIP(plain);
  if ((family !== 4 && family !== 6) || plain.includes("%") || more.length > 0) throw refuse("bad-addresses");
  const bits = family === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (length < SHORTEST_PREFIX[family] || length > bits) throw refuse("bad-addresses");
  const list = new BlockList();
  list.addSubnet(plain, length, family === 4 ? "ipv4" : "ipv6");
  return {
    text: length === bits ? plain : `${plain}/${length}`,
    includes(candidate) {
      const other = unmapped(candidate);
      return isIP(other) === family && list.check(other, family === 4 ? "ipv4" : "ipv6");
    },
  };
}
