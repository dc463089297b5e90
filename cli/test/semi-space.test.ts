import { expect, test } from "vitest";
import { semiSpaceOption } from "../src/start/memory.ts";

test.each([
  ["a GiB to spare", 2 ** 30, "--max-semi-space-size=32"],
  ["less than a GiB to spare", 2 ** 30 - 1, "--max-semi-space-size=4"],
])("with %s a server starts with its option: %i bytes", (_, available, option) => {
  expect(semiSpaceOption(available)).toBe(option);
});
