import { expect, test } from "vitest";
import { choose } from "../src/cluster/processes.ts";

const loads = (...counts: number[]) => counts.map((roomCount, i) => ({ processId: `p${i}`, roomCount }));

/** How often each of them is chosen, of 1,000 evenly spread draws. */
function share(counts: number[]): number[] {
  const chosen = Array.from({ length: 1000 }, (_, i) => choose(loads(...counts), i / 1000));
  return counts.map((_, i) => chosen.filter((id) => id === `p${i}`).length);
}

test("processes that are equally full are chosen equally often, also when counts are old", () => {
  expect(share([7, 7])).toEqual([500, 500]);
  expect(share([0])).toEqual([1000]);
});

test("the emptier a process is, the likelier it is chosen; a full one is still taken now and then", () => {
  const [empty = 0, full = 0] = share([0, 100]);
  expect(empty).toBeGreaterThan(4 * full);
  expect(full).toBeGreaterThan(50);
});

test("of no processes none is chosen", () => {
  expect(choose([], 0.5)).toBeNull();
});
