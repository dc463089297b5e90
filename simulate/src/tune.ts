import { WEIGHTS } from "../../rules/src/flower-war/bots/worth.ts";
import { playDuel } from "./duel.ts";
import { drawLevels, type Levels, namesOf } from "./levels.ts";
import type { Setup } from "./options.ts";
import { studentOf } from "./statistics.ts";

/** What the higher level of a weight adds to the share of first places, against a side that has the lower one. */
export interface Effect {
  readonly weight: string;
  /** The weight of the skilled bot as it is. */
  readonly usual: number;
  readonly low: number;
  readonly high: number;
  readonly effect: number;
  /** Half of its 95 % interval. */
  readonly half: number;
}

/**
 * Estimates the effects of weights: for each pair of matches one side draws each weight from its levels, the other side has the opposite
 * ones, and least squares over the pairs tell what each adds.
 */
export async function tune(
  setup: Setup,
  levels: Levels,
  onProgress?: (matches: number) => void,
): Promise<readonly Effect[]> {
  const pairs = await playDuel(setup, { rules: null, levels }, onProgress);
  const rows = pairs.map(({ first }, n) => {
    const x = drawLevels(levels, setup.seed, n).map((high) => (high ? 1 : -1));
    return { x, y: first - 0.5 };
  });
  const fitted = fit(rows);
  return namesOf(levels).map((weight, index) => {
    const [low = 0, high = 0] = levels[weight] ?? [];
    return { weight, usual: WEIGHTS[weight], low, high, ...(fitted[index] ?? { effect: 0, half: 1 }) };
  });
}

/** Fits y to a sum of effects of x by least squares, with half of each one's 95 % interval. There are more rows than effects. */
export function fit(
  rows: readonly { readonly x: readonly number[]; readonly y: number }[],
): readonly Pick<Effect, "effect" | "half">[] {
  const columns = rows[0]?.x.map((_, index) => rows.map(({ x }) => x[index] ?? 0)) ?? [];
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  // The small addend keeps the matrix invertible where weights were always drawn alike; such weights get huge intervals.
  const inverse = invert(columns.map((a, i) => columns.map((b, j) => dot(a, b) + (i === j ? 1e-9 : 0))));
  const y = rows.map((row) => row.y);
  const effects = inverse.map((line) =>
    dot(
      line,
      columns.map((column) => dot(column, y)),
    ),
  );
  const degrees = rows.length - columns.length;
  const variance = rows.reduce((sum, row) => sum + (row.y - dot(row.x, effects)) ** 2, 0) / degrees;
  return effects.map((effect, index) => ({
    effect,
    half: studentOf(degrees) * Math.sqrt(variance * (inverse[index]?.[index] ?? 0)),
  }));
}

/** Inverts a positive definite matrix, by Gauss and Jordan. */
function invert(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length;
  let lines = matrix.map((line, i) => [...line, ...line.map((_, j) => Number(i === j))]);
  for (let k = 0; k < size; k += 1) {
    const scale = lines[k]?.[k] ?? 1;
    const pivot = lines[k]?.map((value) => value / scale) ?? [];
    lines = lines.map((line, i) =>
      i === k ? pivot : line.map((value, j) => value - (line[k] ?? 0) * (pivot[j] ?? 0)),
    );
  }
  return lines.map((line) => line.slice(size));
}

/** Formats effects for people. */
export function formatEffects({ game, seats, matches, seed }: Setup, effects: readonly Effect[]): string {
  const rows = effects.map(({ weight, usual, low, high, effect, half }) => [
    weight,
    ...[usual, low, high].map(String),
    `${(100 * effect).toFixed(1)} ± ${(100 * half).toFixed(1)}`,
    Math.abs(effect) <= half ? "" : effect > 0 ? "higher" : "lower",
  ]);
  const lines = [["weight", "now", "low", "high", "effect (95 %)", "better"], ...rows];
  return [
    `${matches} matches of ${game}, ${seats} seats, seed ${seed}: what the higher level adds to the share of first places, in points`,
    "",
    ...lines.map(([name = "", ...cells]) =>
      `${name.padEnd(12)}${cells.map((cell) => cell.padStart(14)).join("")}`.trimEnd(),
    ),
  ].join("\n");
}
