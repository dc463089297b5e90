import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOut } from "../src/paired/checkout.ts";
import { formatPaired, measurePaired } from "../src/paired/measure.ts";
import { describe, estimate } from "../src/paired/statistics.ts";

const ROOT = join(import.meta.dirname, "../..");

test("an interval of ratios: equal if it holds 1, else more or less", () => {
  const equal = estimate([0.97, 1.03, 1.01, 0.99]);
  expect(equal.ratio).toBeCloseTo(0.9998, 3);
  expect([equal.low, equal.high].map((value) => value.toFixed(3))).toEqual(["0.960", "1.042"]);
  expect(describe(equal)).toMatch(/^equal: -0\.0 % \(95 %: -4\.0 % to \+4\.2 %\)$/);
  expect(describe(estimate([1.04, 1.05, 1.06]))).toMatch(/^more: \+5\.0 %/);
  expect(describe(estimate([0.94, 0.95, 0.96]))).toMatch(/^less: -5\.0 %/);
});

test("a checkout has the files and the packages of its own commit", () => {
  const { folder, remove } = checkOut(".");
  try {
    const file = "bench/test/paired.test.ts";
    expect(readFileSync(join(folder, file), "utf8")).toBe(readFileSync(join(ROOT, file), "utf8"));
    const packages = join(folder, "node_modules");
    expect(realpathSync(join(packages, "@flower-war/rules"))).toBe(join(realpathSync(folder), "rules"));
    expect(realpathSync(join(packages, "ws"))).toBe(realpathSync(join(ROOT, "node_modules/ws")));
  } finally {
    remove();
  }
  expect(existsSync(folder)).toBe(false);
});

test("both sides are played and measured in turns, and a large plant is found", {
  timeout: 240_000,
}, async () => {
  const rounds: string[] = [];
  const tiny = { matches: 4, before: 20, slices: 4, commands: 5, idle: 4 };
  const options = { commit: ".", rounds: 2, plant: 400 };
  const measured = await measurePaired(options, tiny, (message) => rounds.push(message));
  expect(rounds).toHaveLength(2);
  expect(measured.command.ratio).toBeGreaterThan(2);
  expect(measured.memory.ratio).toBeGreaterThan(0.2);
  expect(formatPaired(measured)).toMatch(/^P2, .*\nP5, /);
});
