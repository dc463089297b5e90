import { expect, test } from "vitest";
import { matchHash, normalCode, parseHash } from "../src/route.ts";

test.each([
  ["#/match/FW7K", "FW7K"],
  ["#/match/fw7k", "FW7K"],
  ["#/match/V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myT"],
  ["", null],
  ["#/", null],
  ["#/match/", null],
  ["#/match/a/b", null],
  ["#/match/%20", null],
])("the address %j names the match %j", (hash, code) => {
  expect(parseHash(hash)).toBe(code);
});

test("a match's address is read as it was written", () => {
  expect(parseHash(matchHash("FW7K"))).toBe("FW7K");
});

test("a code is taken as it is said aloud, in any case and with spaces around", () => {
  expect(normalCode(" fw7k ")).toBe("FW7K");
});
