import { expect, test } from "vitest";
import { shrink } from "./shrink.ts";

const items = Array.from({ length: 100 }, (_, i) => i);

test("a failure that one item causes is shrunk to that item", async () => {
  expect(await shrink(items, async (some) => some.includes(73))).toEqual([73]);
});

test("a failure that needs two items in their order keeps both, and no other", async () => {
  const fails = async (some: readonly number[]) =>
    some.indexOf(12) >= 0 && some.indexOf(12) < some.indexOf(90);
  expect(await shrink(items, fails)).toEqual([12, 90]);
});

test("what fails whatever is left out ends as one item", async () => {
  expect(await shrink(items, async () => true)).toHaveLength(1);
});
