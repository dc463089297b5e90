/** Worlds: servers, their stores, lines and people in one process under one seed (docs/reliability.md, "The world"). */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { FAILED_SEEDS } from "./failed-seeds.ts";
import { findPlant } from "./find-plants.ts";
import { Simulation } from "./kernel/simulation.ts";
import { order, type SeedDone, startChild } from "./children.ts";
import { runSeeds } from "./many-runs.ts";
import { PLANTS } from "./plants/plants.ts";

/** How many seeds are run, from which on: each day has others, those of 2026-11-30 begin with 202611300001. */
const RUNS = Number(process.env["FLOWER_WAR_WORLDS"] ?? 500);
const TODAY = new Date().toISOString().slice(0, 10);
const FIRST = Number(process.env["FLOWER_WAR_SEED"] ?? `${TODAY.replaceAll("-", "")}0001`);
/** Faults that the first worlds find, of each kind one: the others take longer (docs/reliability.md has all). */
const FOUND_SOON = [
  "a command is acknowledged before it is durable",
  "a repeated command is played again",
  "a signature is shown and not stored",
  "clients see the state of the entry before",
  "a standstill is charged to who is awaited",
];

const orderOf = (first: number, last = first) => ({ first, last, size: "small", untilFound: false }) as const;

/** Runs seeds one after the other: loading the house takes seconds. */
let child: ChildProcess;
beforeAll(async () => {
  child = await startChild();
});
afterAll(() => child.kill());

test("a seed decides all that happens, alone or after others", async () => {
  const fresh = await startChild();
  const { runs: alone } = await order(fresh, orderOf(3, 6));
  fresh.kill();
  const { runs: afterOthers } = await order(child, orderOf(1, 6));
  const tracesOf = (runs: readonly SeedDone[]) => runs.map(({ seed, trace }) => [seed, trace]);
  expect(alone).toHaveLength(4);
  expect(tracesOf(afterOthers.slice(2))).toEqual(tracesOf(alone));
});

test("a run that goes round in circles fails, though its time goes on", async () => {
  const simulation = new Simulation(1);
  const again = (): void => void simulation.add(0.01, null, again);
  again();
  await expect(simulation.run(() => new Promise(() => {}))).rejects.toThrow("events in less than a second");
});

test("an evening's match of four is played to its end", async () => {
  const done = await order(child, { first: 1, last: 1, size: "evening", untilFound: false });
  expect(done.failed).toEqual([]);
  expect(done.runs[0]?.commands).toBeGreaterThan(100);
});

test.each(FOUND_SOON)("finds it if %s", async (name) => {
  const plant = PLANTS.find((each) => each.name === name);
  if (plant === undefined) throw new Error(`no plant is called "${name}"`);
  expect(await findPlant(plant, { first: 1, runs: 100, size: "small" })).toMatchObject({
    runs: expect.any(Number),
  });
});

test.each(PLANTS.map((plant) => [plant.name, plant] as const))(
  "the code has the place of a fault to plant: %s",
  (_, { file, find }) => {
    expect(readFileSync(join(ROOT, file), "utf8").split(find)).toHaveLength(2);
  },
);

test.each(FAILED_SEEDS)("seed %i, which found something once, finds nothing", async (seed) => {
  expect((await order(child, orderOf(seed))).failed).toEqual([]);
});

test(
  "the seeds of the day find nothing",
  async () => {
    const variables = `FLOWER_WAR_SEED=${FIRST} FLOWER_WAR_WORLDS=${RUNS}`;
    console.log(`${RUNS} worlds: ${variables} npx vitest run test/world/world.test.ts -t day`);
    const wish = {
      size: "small",
      first: FIRST,
      runs: RUNS,
      jobs: 1,
      progress: null,
    } as const;
    // The process that has run the other seeds goes on; another takes its place if it has ended.
    const started = child.connected ? [child] : [];
    const start = async () => started.pop() ?? startChild();
    expect(await runSeeds({ ...wish, minutes: null }, { start })).toEqual([]);
  },
  60_000 + 2_000 * RUNS,
);
