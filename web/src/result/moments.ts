/** As many moments as a result shows. */
export const MOMENTS = 5;

/**
 * Returns the moments of a match that matter most, in their order, at most one of each entry.
 * @param all in the match's order; of equal ones the earlier matters more
 */
export function pickMoments<M extends { readonly n: number; readonly weight: number }>(
  all: readonly M[],
  count: number = MOMENTS,
): readonly M[] {
  const best = new Map<number, M>();
  for (const moment of all) {
    const known = best.get(moment.n);
    if (known === undefined || known.weight < moment.weight) best.set(moment.n, moment);
  }
  return [...best.values()]
    .toSorted((one, other) => other.weight - one.weight || one.n - other.n)
    .slice(0, count)
    .toSorted((one, other) => one.n - other.n);
}
