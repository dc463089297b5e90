/** Something on a page moved without a press: at ms from the navigation, and how much (the score of the Layout Instability API). */
export interface Shift {
  readonly at: number;
  readonly value: number;
}

/** Returns Cumulative Layout Shift: the largest sum in a window, at most 1 s between two shifts, and at most 5 s in all (web.dev/cls). */
export function worstWindow(shifts: readonly Shift[]): number {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - first > 5_000) {
      sum = 0;
      first = at;
    }
    last = at;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}
