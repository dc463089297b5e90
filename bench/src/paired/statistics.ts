/** The two-sided 95 % quantiles of Student's t, from one degree of freedom on. */
const QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093,
];
/** The same of the normal distribution, and a little more. */
const MANY = 2.09;

/** A ratio of two sides, and the interval in which it lies with 95 % confidence. */
export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Estimates a ratio from independent measurements of it, of which there are at least two. */
export function estimate(ratios: readonly number[]): Ratio {
  const logs = ratios.map(Math.log);
  const { length } = logs;
  const mean = logs.reduce((sum, log) => sum + log, 0) / length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (length - 1);
  const half = (QUANTILES[length - 2] ?? MANY) * Math.sqrt(variance / length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/** Says what a ratio of costs means. */
export function describe({ ratio, low, high }: Ratio): string {
  const percent = (value: number) => `${value < 1 ? "" : "+"}${((value - 1) * 100).toFixed(1)} %`;
  const verdict = low > 1 ? "more" : high < 1 ? "less" : "equal";
  return `${verdict}: ${percent(ratio)} (95 %: ${percent(low)} to ${percent(high)})`;
}
