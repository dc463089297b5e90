import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../test/support/root.ts";
import type { Scale } from "../src/measures.ts";
import { median, percentile } from "@flower-war/loadtest/percentiles";
import { formatReport, partByHand } from "../src/report.ts";
import { colyseus } from "../src/subjects/colyseus.ts";
import { flowerWar } from "../src/subjects/flower-war.ts";
import { relay } from "../src/subjects/relay.ts";
import { measureIdleFigures, measureRun, medians } from "../src/suite.ts";

const TINY: Scale = {
  idleMatches: 10,
  underWayMatches: 5,
  settle: 0.1,
  watch: 0.5,
  busyMatches: 12,
  fewMatches: 20,
  manyMatches: 24,
  seconds: 0.5,
  boundTemples: 5,
  lampMatches: 3,
  temples: 10,
};

test("takes every measure of every subject, and reports them", { timeout: 900_000 }, async () => {
  const subjects = [flowerWar, relay, colyseus];
  const idle = await measureIdleFigures(TINY, subjects, () => {});
  const run = await measureRun(TINY, subjects, () => {});
  for (const { joins } of Object.values(idle.idle)) expect(joins.rate).toBeGreaterThan(0);
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
  expect(idle.idle[flowerWar.name]?.idle.first).toBeLessThanOrEqual(4096);
  expect(idle.temples).toMatchObject({ temples: 10, readyAfter: expect.any(Number) });

  if (process.env["CI"]) {
    expect(idle.restarts).not.toBeNull();
    expect(run.pair).not.toBeNull();
    expect(run.lamps).not.toBeNull();
  }
  if (idle.restarts) {
    for (const restart of Object.values(idle.restarts)) {
      expect(restart).toMatchObject({ temples: 10, lost: 0 });
      expect(restart.all).toBeGreaterThanOrEqual(restart.half);
    }
  }

  if (run.lamps) {
    expect(run.lamps.lost).toBe(0);
    expect(run.lamps.counted).toBeGreaterThan(0);
    expect(run.lamps.shown.p50).toBeGreaterThan(0);
    expect(run.lamps.lit.p99).toBeGreaterThanOrEqual(run.lamps.lit.p50);
  }

  if (run.pair) expect(run.pair.rate).toBeGreaterThan(0);

  const circumstances = { command: "npm run bench", runs: 1, scale: TINY, load: 0, isDurable: true, sync: 1 };
  const earlier = readFileSync(join(ROOT, "docs/performance.md"), "utf8");
  const text = formatReport({ idle, run }, circumstances, partByHand(earlier));
  expect(text).toContain("|  | Flower War | ws relay | bare Colyseus |");
  for (const measure of ["P2", "P3", "P4", "P5", "P6", "P7", "P8", "P12", "A million players"])
    expect(text).toContain(measure);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  const headings = (report: string) => report.match(/^#.*$/gm);
  expect(headings(text), "what is written by hand stays").toEqual(headings(earlier));
});

test("a report that does not mark what is written by hand is not written over", () => {
  expect(() => partByHand("# Performance")).toThrow("does not mark what is written by hand");
});

test("medians: of several runs, each figure's median counts", () => {
  const runs = [
    { rate: 1, shown: { p50: 30 } },
    { rate: 3, shown: { p50: 10 } },
    { rate: 2, shown: { p50: 20 } },
  ];
  expect(medians(runs)).toEqual({ rate: 2, shown: { p50: 20 } });
});

test("percentile and median: the value below which that share lies", () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(median(values)).toBe(51);
  expect(percentile(values, 0.99)).toBe(100);
  expect(percentile([], 0.5)).toBe(0);
});
