/** A share of `of` cases, with its 95 % confidence interval `from`, `to`; all three from 0 to 1. */
export interface Share {
  readonly of: number;
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959964;

/** Computes the share of `hits` in `of`, with Wilson's interval. */
export function computeShare(hits: number, of: number): Share {
  if (of === 0) return { of, share: 0, from: 0, to: 1 };
  const share = hits / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { of, share, from: Math.max(0, (middle - half) / scale), to: Math.min(1, (middle + half) / scale) };
}

/** Student's t of 1, 2 and 3 degrees of freedom, where its expansion is far too small. */
const FEW_DEGREES = [12.706, 4.303, 3.182];

/** Returns the 97.5 % quantile of Student's t distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5). */
export function studentOf(degrees: number): number {
  const known = FEW_DEGREES[degrees - 1];
  if (known !== undefined) return known;
  return Z + (Z ** 3 + Z) / (4 * degrees) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2);
}

/** Returns the value below which this part of the values lies (0.5: the median); `null` if there are none. */
export function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? null;
}

/** Returns the mean; `null` if there are no values. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How often each thing happened. */
export type Counts = { [thing: string]: number };

/** Adds 1, or `times`, to the count of a thing. */
export function count(counts: Counts, thing: string, times = 1): void {
  counts[thing] = (counts[thing] ?? 0) + times;
}

/** Adds each count of `from` to `to`. */
export function addCounts(to: Counts, from: Counts): void {
  for (const [thing, times] of Object.entries(from)) count(to, thing, times);
}

/** Returns the sum of all counts. */
export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}
