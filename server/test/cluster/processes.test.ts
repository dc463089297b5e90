import { expect, test } from "vitest";
import { chooseProcess } from "../../src/cluster/processes.ts";

const loads = (...counts: number[]) => counts.map((roomCount, i) => ({ processId: `p${i}`, roomCount }));

/** Returns how often each process is chosen in 1,000 evenly spread draws. */
function countChoices(counts: number[]): number[] {
  const chosen = Array.from({ length: 1000 }, (_, i) => chooseProcess(loads(...counts), i / 1000));
  return counts.map((_, i) => chosen.filter((id) => id === `p${i}`).length);
}

test("processes with equally many rooms are chosen equally often", () => {
  expect(countChoices([7, 7])).toEqual([500, 500]);
  expect(countChoices([0])).toEqual([1000]);
});

test("emptier processes are chosen more often, fuller ones still now and then", () => {
  const [empty = 0, full = 0] = countChoices([0, 100]);
  expect(empty).toBeGreaterThan(4 * full);
  expect(full).toBeGreaterThan(50);
});

test("without processes none is chosen", () => {
  expect(chooseProcess([], 0.5)).toBeNull();
});
