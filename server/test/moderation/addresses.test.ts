import { expect, test } from "vitest";
import { parseAddresses } from "../../src/moderation/addresses.ts";
import { RefusalError } from "../../src/refusal.ts";

test.each([
  ["203.0.113.7", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8", "2001:db8::1", ""]],
  ["203.0.113.0/24", ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9"], ["203.0.114.0", "::1"]],
  ["::ffff:203.0.113.7", ["203.0.113.7"], ["203.0.113.8"]],
  ["2001:db8::/48", ["2001:db8::1", "2001:DB8:0:ffff::"], ["2001:db8:1::", "203.0.113.7", "local"]],
  ["2001:db8::7", ["2001:db8:0:0::7"], ["2001:db8::8"]],
])("%s means %j, not %j", (text, inside, outside) => {
  const range = parseAddresses(text);
  expect(inside.filter((address) => !range.includes(address))).toEqual([]);
  expect(outside.filter((address) => range.includes(address))).toEqual([]);
});

test.each([
  "",
  "everybody",
  "203.0.113",
  "203.0.113.7/",
  "203.0.113.7/33",
  "203.0.113.7/-1",
  "203.0.113.7/24/24",
  "203.0.113.7/0x8",
  "0.0.0.0/0",
  "10.0.0.0/7",
  "2001::/15",
  "fe80::1%eth0",
  "2001:db8::/129",
])("%j is refused as bad-addresses", (text) => {
  expect(() => parseAddresses(text)).toThrow(RefusalError);
  expect(() => parseAddresses(text)).toThrow("bad-addresses");
});
