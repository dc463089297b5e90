import { expect, test } from "vitest";
import type { Scale } from "../src/measures.ts";
import { median, percentile } from "../src/percentiles.ts";
import { report } from "../src/report.ts";
import { colyseus } from "../src/subjects/colyseus.ts";
import { flowerWar } from "../src/subjects/flower-war.ts";
import { relay } from "../src/subjects/relay.ts";
import { measureRun, measureStanding, medians } from "../src/suite.ts";

const TINY: Scale = {
  idleTables: 10,
  busyTables: 30,
  pacedTables: 50,
  crowdTables: 60,
  seconds: 0.5,
  boundTemples: 5,
  temples: 10,
};

test("every measure is taken of every side, and the report tells them", { timeout: 480_000 }, async () => {
  const subjects = [flowerWar, relay, colyseus];
  const standing = await measureStanding(TINY, subjects, () => {});
  const run = await measureRun(TINY, subjects, () => {});
  for (const { joins } of Object.values(standing.idle)) expect(joins).toBeGreaterThan(0);
  for (const { busy, few, many } of Object.values(run.subjects)) {
    expect(busy.rate).toBeGreaterThan(0);
    expect(busy.perProcessorSecond).toBeGreaterThan(0);
    expect(busy.bytes.p99).toBeGreaterThanOrEqual(busy.bytes.median);
    for (const { acknowledged, shown, lost, memory } of [few, many]) {
      expect(acknowledged.p50).toBeGreaterThan(0);
      expect(shown.p99).toBeGreaterThanOrEqual(shown.p50);
      expect(lost).toBe(0);
      expect(memory).toBeGreaterThan(2 ** 20);
    }
  }
  expect(run.subjects["ws relay"]?.busy.bytes).toEqual({ median: 30, mean: 30, p99: 30 });
  expect(run.beads.lost).toBe(0);
  expect(standing.temples).toMatchObject({ temples: 10, readyAfter: expect.any(Number) });

  if (process.env["CI"]) {
    expect(standing.storms).not.toBeNull();
    expect(run.pair).not.toBeNull();
  }
  if (standing.storms) {
    for (const storm of Object.values(standing.storms)) {
      expect(storm).toMatchObject({ temples: 10, lost: 0 });
      expect(storm.all).toBeGreaterThanOrEqual(storm.half);
    }
  }

  if (run.pair) expect(run.pair.rate).toBeGreaterThan(0);

  const circumstances = { command: "npm run bench", runs: 1, scale: TINY, load: 0, durable: true, sync: 1 };
  const text = report({ standing, run }, circumstances);
  expect(text).toContain("|  | Flower War | ws relay | bare Colyseus |");
  for (const measure of ["P2", "P3", "P4", "P5", "P6", "P7", "P8", "P12", "A million players"])
    expect(text).toContain(measure);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test("of several runs each figure's median counts", () => {
  const runs = [
    { rate: 1, shown: { p50: 30 } },
    { rate: 3, shown: { p50: 10 } },
    { rate: 2, shown: { p50: 20 } },
  ];
  expect(medians(runs)).toEqual({ rate: 2, shown: { p50: 20 } });
});

test("percentiles", () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(median(values)).toBe(51);
  expect(percentile(values, 0.99)).toBe(100);
  expect(percentile([], 0.5)).toBe(0);
});
