/** Many runs in processes of their own: what becomes of one that ends or hangs, and what is counted when a run goes on. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, startChild } from "./children.ts";
import { runSeeds } from "./many-runs.ts";

const FAULTY = new URL("./faulty-child.ts", import.meta.url);
const start = () => startChild(null, FAULTY);
/** ms: a child that runs answers in far less, also on a busy machine. */
const SILENCE = 5_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "worlds-"));
});
afterAll(() => rm(folder, { recursive: true }));

const wishFor = (name: string, jobs: number) =>
  ({ size: "small", first: 1, runs: 70, minutes: null, jobs, progress: join(folder, name) }) as const;

const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8")) as unknown;

const inProcess = (text: string) => [{ oracle: "process", text }];
const FAILED = [
  { seed: 7, findings: [{ oracle: "test", text: "seed 7" }] },
  { seed: 23, findings: inProcess("the process ended with 7") },
  { seed: 24, findings: inProcess("the process ended with SIGKILL") },
  { seed: 47, findings: inProcess("the process did not say anything for 5 s") },
  { seed: 60, findings: [{ oracle: "test", text: "seed 60" }] },
];
/** All 70 seeds, of which three did not come to an end. */
const COUNTED = { next: 71, runs: 70, steps: 670, commands: 67, took: 67, failed: FAILED };

test.each([1, 3])("a process that ends or hangs is what one seed found: %i at a time", async (jobs) => {
  const name = `jobs-${jobs}.json`;
  expect(await runSeeds(wishFor(name, jobs), { start, silence: SILENCE })).toEqual(FAILED);
  expect(await read(name)).toMatchObject(COUNTED);
});

test("a run that was stopped goes on, and counts each seed once", async () => {
  const children = [await start(), await start()];
  // Two processes, none in place of the one that ends: the first order of the second is done, and that of the first is not.
  const startTwo = async () => {
    const child = children.pop();
    if (child === undefined) throw new Error("stopped");
    return child;
  };
  await expect(runSeeds(wishFor("stopped.json", 2), { start: startTwo, silence: SILENCE })).rejects.toThrow(
    "stopped",
  );
  // Seeds 1 to 23, of which the last ended its process: what the other did is not counted, for those between are not done.
  expect(await read("stopped.json")).toMatchObject({ next: 24, runs: 23, failed: FAILED.slice(0, 2) });
  await runSeeds(wishFor("stopped.json", 3), { start, silence: SILENCE });
  expect(await read("stopped.json")).toMatchObject(COUNTED);
  // Once more: all is done.
  expect(await runSeeds(wishFor("stopped.json", 1), { start })).toEqual(FAILED);
  expect(await read("stopped.json")).toMatchObject(COUNTED);
});

test("notes of other seeds are refused", async () => {
  const wish = { ...wishFor("other.json", 1), runs: 5 };
  await runSeeds(wish, { start });
  await expect(runSeeds({ ...wish, first: 2 }, { start })).rejects.toThrow("notes small runs from seed 1");
});

test("the seed with which a process ends is the first of which it did not tell", async () => {
  const child = await start();
  const done = await order(child, { first: 20, last: 39, size: "small", untilFound: false });
  expect(done).toMatchObject({ first: 20, next: 24, isAlive: false, failed: [FAILED[1]] });
  expect(done.runs.map(({ trace }) => trace)).toEqual([20, 21, 22]);
  const again = await order(child, { first: 30, last: 39, size: "small", untilFound: false });
  expect(again).toMatchObject({ next: 31, isAlive: false, failed: [{ seed: 30 }] });
});
