/** How often each thing was counted. */
export type Counts = { [thing: string]: number };

/** Counts one more, or `times` more. */
export function count(counts: Counts, thing: string, times = 1): void {
  counts[thing] = (counts[thing] ?? 0) + times;
}

/** Adds all of the second to the first. */
export function addCounts(to: Counts, from: Counts): void {
  for (const [thing, times] of Object.entries(from)) count(to, thing, times);
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}
