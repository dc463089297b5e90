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
