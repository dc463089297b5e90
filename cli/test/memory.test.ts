import { expect, test } from "vitest";
import { hasStandby, semiSpaceOption } from "../src/start/memory.ts";

test.each([
  ["a GiB to spare", 2 ** 30, "--max-semi-space-size=32"],
  ["less than a GiB to spare", 2 ** 30 - 1, "--max-semi-space-size=4"],
])("with %s a server starts with its option: %i bytes", (_, available, option) => {
  expect(semiSpaceOption(available)).toBe(option);
});

test.each([
  { STANDBY: undefined, isAlone: true, free: 2 ** 30, expected: true },
  { STANDBY: "", isAlone: true, free: 2 ** 30 - 1, expected: false },
  { STANDBY: "", isAlone: false, free: 2 ** 40, expected: false },
  { STANDBY: "on", isAlone: false, free: 0, expected: true },
  { STANDBY: "off", isAlone: true, free: 2 ** 40, expected: false },
])("with STANDBY=$STANDBY, alone: $isAlone, $free bytes free a server has a standby: $expected", (given) => {
  expect(hasStandby({ STANDBY: given.STANDBY }, given.isAlone, given.free)).toBe(given.expected);
});

test("STANDBY is on or off", () => {
  expect(() => hasStandby({ STANDBY: "1" }, true, 0)).toThrow("STANDBY is on or off, not 1.");
});
