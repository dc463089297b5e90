/** Worlds: servers, their stores, lines and people in one process under one seed (docs/reliability.md, "The world"). */
import { expect, test } from "vitest";
import { order, runSeeds, startChild } from "./many-runs.ts";
import { FAILED_SEEDS } from "./failed-seeds.ts";
import { findPlant } from "./find-plants.ts";
import { PLANTS } from "./plants/plants.ts";

/** How many seeds are run, from which on. */
const RUNS = Number(process.env["FLOWER_WAR_WORLDS"] ?? 500);
const FIRST = Number(process.env["FLOWER_WAR_SEED"] ?? 1);
/** Faults that the first worlds find, of each kind one: the others take longer (docs/reliability.md has all). */
const FOUND_SOON = [
  "a command is acknowledged before it is durable",
  "a repeated command is played again",
  "a signature is shown and not stored",
  "clients see the state of the entry before",
];

const orderOf = (first: number, last = first) => ({ first, last, size: "small", untilFound: false }) as const;

test("a seed decides all that happens, alone or after others", async () => {
  const traces: number[][] = [];
  for (const first of [3, 1]) {
    const child = await startChild();
    const { traces: found } = await order(child, orderOf(first, 6));
    traces.push(found.slice(3 - first));
    child.kill();
  }
  expect(traces[0]).toHaveLength(4);
  expect(traces[1]).toEqual(traces[0]);
});

test("an evening's match of four is played to its end", async () => {
  const child = await startChild();
  const done = await order(child, { first: 1, last: 1, size: "evening", untilFound: false });
  child.kill();
  expect(done.failed).toEqual([]);
  expect(done.commands).toBeGreaterThan(100);
});

test.each(FOUND_SOON)("finds it if %s", async (name) => {
  const plant = PLANTS.find((each) => each.name === name);
  if (plant === undefined) throw new Error(`no plant is called "${name}"`);
  expect(await findPlant(plant, { first: 1, runs: 100, size: "small" })).toMatchObject({
    runs: expect.any(Number),
  });
});

test.each(FAILED_SEEDS)("seed %i, which found something once, finds nothing", async (seed) => {
  const child = await startChild();
  const { failed } = await order(child, orderOf(seed));
  child.kill();
  expect(failed).toEqual([]);
});

test(
  `the first ${RUNS} seeds find nothing`,
  async () => {
    const wish = {
      size: "small",
      first: FIRST,
      runs: RUNS,
      jobs: 1,
      progress: null,
    } as const;
    expect(await runSeeds({ ...wish, minutes: null })).toEqual([]);
  },
  60_000 + 2_000 * RUNS,
);
