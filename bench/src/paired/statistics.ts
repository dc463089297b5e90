/** A ratio of two sides, and the interval in which it lies with 95 % confidence. */
export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The chance that the ratio is on one side of the interval. */
const OUTSIDE = 0.025;

/**
 * Estimates a ratio from independent measurements: the median of the means of all pairs, and the interval of Wilcoxon's signed-rank test
 * (Hodges and Lehmann). A round in which the machine was busy for one side hardly counts. It takes six measurements to be sure at 95 %.
 */
export function estimate(ratios: readonly number[]): Ratio {
  const logs = ratios.map(Math.log);
  const means = logs
    .flatMap((one, i) => logs.slice(i).map((other) => (one + other) / 2))
    .sort((a, b) => a - b);
  const at = (index: number) => Math.exp(means[index] ?? Number.NaN);
  const last = means.length - 1;
  const cut = countCut(logs.length);
  return {
    ratio: Math.sqrt(at(Math.floor(last / 2)) * at(Math.ceil(last / 2))),
    low: at(cut),
    high: at(last - cut),
  };
}

/** Returns how many means at each end are outside of the interval, by the distribution of the sum of ranks of a sign. */
function countCut(count: number): number {
  let chances = [1];
  for (let rank = 1; rank <= count; rank++) {
    const next = Array<number>(chances.length + rank).fill(0);
    for (const [sum, chance] of chances.entries()) {
      next[sum] = (next[sum] ?? 0) + chance / 2;
      next[sum + rank] = (next[sum + rank] ?? 0) + chance / 2;
    }
    chances = next;
  }
  let [cut, total] = [0, chances[0] ?? 0];
  while (total <= OUTSIDE) {
    cut += 1;
    total += chances[cut] ?? 1;
  }
  return cut;
}

/** By how much costs may differ that are called equal: the share that a measurement has to find. */
const ENOUGH = 0.05;

/** Formats a ratio of costs for people. Costs are equal if their interval holds 1 and nothing that is further from it than `ENOUGH`. */
export function describe({ ratio, low, high }: Ratio): string {
  const percent = (value: number) => `${value < 1 ? "" : "+"}${((value - 1) * 100).toFixed(1)} %`;
  const isNarrow = low >= 1 - ENOUGH && high <= 1 + ENOUGH;
  const verdict = low > 1 ? "more" : high < 1 ? "less" : isNarrow ? "equal" : "not known";
  return `${verdict}: ${percent(ratio)} (95 %: ${percent(low)} to ${percent(high)})`;
}
