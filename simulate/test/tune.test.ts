import { describe, expect, test } from "vitest";
import { WEIGHTS } from "../../rules/src/flower-war/bots/worth.ts";
import { drawLevels, NAMES, USUAL_LEVELS, weightsAt } from "../src/levels.ts";
import { type Arguments, parseArguments, type Setup } from "../src/options.ts";
import { studentOf } from "../src/statistics.ts";
import { fit, formatEffects, tune } from "../src/tune.ts";

const setupFor = (...args: string[]): Setup =>
  (parseArguments(["--tune", "--thoughts", "1", "--seed", "plant", ...args]) as Arguments).setup;

describe("tuning the skilled bot", () => {
  test("finds a weight with a terrible level", async () => {
    // A skull worth a tenth of a win is never spent.
    const levels = { skull: [1, 100] } as const;
    const setup = { ...setupFor(), matches: 20 };
    const [skull, ...others] = await tune(setup, levels);
    expect(others).toEqual([]);
    expect(skull).toMatchObject({ weight: "skull", usual: WEIGHTS.skull, low: 1, high: 100 });
    expect((skull?.effect ?? 0) + (skull?.half ?? 1)).toBeLessThan(-0.2);
  });

  test("gives the same table for the same seed", async () => {
    const levels = { sign: [30, 120], disc: [10, 40] } as const;
    const tables = [];
    for (const seed of ["s", "s", "another"])
      tables.push(formatEffects(setupFor(), await tune({ ...setupFor(), matches: 6, seed }, levels)));
    expect(tables[1]).toBe(tables[0]);
    expect(tables[2]).not.toBe(tables[0]);
  });

  test("draws opposite levels for both sides, and leaves other weights as they are", () => {
    const levels = { disc: [10, 30], denial: [0, 1] } as const;
    const drawn = Array.from({ length: 200 }, (_, pair) => drawLevels(levels, "s", pair));
    for (const index of [0, 1]) {
      const high = drawn.filter((each) => each[index]).length;
      expect(high).toBeGreaterThan(70);
      expect(high).toBeLessThan(130);
    }
    expect(drawLevels(levels, "s", 7)).toEqual(drawn[7]);
    expect(weightsAt(levels, [false, true])).toEqual({ ...WEIGHTS, disc: 10, denial: 1 });
    expect(Object.keys(USUAL_LEVELS)).toEqual(NAMES);
    expect(USUAL_LEVELS.sign).toEqual([WEIGHTS.sign / 2, WEIGHTS.sign * 2]);
  });

  test("formats a table that says which level is better, where that is known", () => {
    const { setup } = parseArguments(["--tune", "--matches", "400", "--seed", "s"]) as Arguments;
    const levels = { usual: 20, low: 10, high: 40 };
    const text = formatEffects(setup, [
      { weight: "disc", ...levels, effect: 0.069, half: 0.054 },
      { weight: "secondSign", ...levels, effect: -0.03, half: 0.04 },
      { weight: "sign", ...levels, effect: -0.05, half: 0.04 },
    ]);
    expect(text.split("\n").slice(2)).toEqual([
      "weight                 now           low          high effect (95 %)        better",
      "disc                    20            10            40     6.9 ± 5.4        higher",
      "secondSign              20            10            40    -3.0 ± 4.0",
      "sign                    20            10            40    -5.0 ± 4.0         lower",
    ]);
    expect(text).toMatch(/^400 matches of flower-war, 2 seats, seed s: /);
  });
});

describe("least squares", () => {
  const X = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ];
  const rows = Array.from({ length: 40 }, (_, n) => ({ x: X[n % 4] ?? [], n }));

  test("give effects and intervals as by hand", () => {
    // Half of the rows lie 0.1 above the sum of the effects, half below: their variance is 40 * 0.01 / 38.
    const noisy = rows.map(({ x: [a = 0, b = 0], n }) => ({
      x: [a, b],
      y: 0.2 * a - 0.1 * b + (n % 8 < 4 ? 0.1 : -0.1),
    }));
    for (const [index, expected] of [0.2, -0.1].entries()) {
      const { effect, half } = fit(noisy)[index] ?? { effect: 0, half: 0 };
      expect(effect).toBeCloseTo(expected);
      expect(half).toBeCloseTo(2.0244 * Math.sqrt((40 * 0.01) / 38 / 40), 4);
    }
  });

  test("say nothing of weights that were always drawn alike", () => {
    const alike = rows.map(({ x: [a = 0], n }) => ({ x: [a, a], y: 0.2 * a + (n % 8 < 4 ? 0.1 : -0.1) }));
    for (const { half } of fit(alike)) expect(half).toBeGreaterThan(100);
  });

  test("Student's quantiles are those of tables", () => {
    expect(studentOf(1)).toBeCloseTo(12.71, 2);
    expect(studentOf(4)).toBeCloseTo(2.776, 1);
    expect(studentOf(9)).toBeCloseTo(2.262, 2);
    expect(studentOf(30)).toBeCloseTo(2.042, 3);
    expect(studentOf(1e9)).toBeCloseTo(1.96, 3);
  });
});
