import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOut } from "../../test/support/checkout.ts";
import { VERSIONS } from "../../test/support/released.ts";
import { formatPaired, measurePaired } from "../src/paired/measure.ts";
import { describe, estimate } from "../src/paired/statistics.ts";

const ROOT = join(import.meta.dirname, "../..");

test("an interval of ratios: equal if it holds 1 and is within 5 % of it, else more, less or not known; one wild round hardly counts", () => {
  const equal = [0.976, 1.065, 0.996, 0.977, 1.002, 1.068, 1.063, 0.94, 0.989, 1.076, 0.967];
  expect(describe(estimate(equal))).toBe("equal: +1.4 % (95 %: -2.4 % to +3.5 %)");
  const slower = [1.013, 1.06, 0.982, 1.047, 1.022, 1.268, 1.13, 1.058, 1.033];
  expect(describe(estimate(slower))).toBe("more: +4.7 % (95 %: +1.7 % to +13.8 %)");
  expect(describe(estimate([0.94, 0.95, 0.96, 0.95, 0.94, 0.96]))).toMatch(/^less: -5\.0 %/);
  expect(describe({ ratio: 0.99, low: 0.825, high: 1.106 })).toBe(
    "not known: -1.0 % (95 %: -17.5 % to +10.6 %)",
  );
  expect(describe({ ratio: 1, low: 0.95, high: 1.05 })).toMatch(/^equal: /);
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

const TINY = { matches: 2, before: 20, slices: 4, commands: 5, idle: 4 };

test("a large plant is found", async () => {
  // A plant grows to its share in the first commands.
  const scale = { ...TINY, matches: 4, before: 150 };
  const { command } = await measurePaired({ commit: ".", rounds: 1, plant: 400 }, scale, () => {});
  expect(command.ratio).toBeGreaterThan(2);
});

test("both sides are played and measured in turns: this server beside that of the last release", async () => {
  const rounds: string[] = [];
  const commit = VERSIONS.at(-1) ?? "";
  const measured = await measurePaired({ commit, rounds: 2, plant: 0 }, TINY, (round) => rounds.push(round));
  expect(rounds).toHaveLength(2);
  // What a change costs is not known so soon: docs/performance.md says how it is measured.
  console.log(`beside ${commit}, two short rounds:\n${formatPaired(measured)}`);
  for (const { ratio } of [measured.command, measured.join, measured.memory]) {
    // Two rounds of 20 commands find no small difference, but units that differ, or what one side counts for all and the other for each.
    expect(ratio).toBeGreaterThan(0.1);
    expect(ratio).toBeLessThan(10);
  }
});
