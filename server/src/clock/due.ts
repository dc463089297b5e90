import { type Clock, deadlineOf } from "./clock.ts";

/** What comes next if nobody does anything: a warning to a seat, or that somebody plays for it. */
export interface Due {
  readonly kind: "warning" | "fallback";
  readonly seat: string;
  /** ms since 1970 */
  readonly at: number;
  /** When somebody plays for the seat: with `fallback` the same as `at`. */
  readonly deadline: number;
}

/**
 * The first thing due; `null`: no clock runs.
 * @param warned the seats that were warned already
 */
export function nextDue({ rules, seats }: Clock, warned: ReadonlySet<string>): Due | null {
  let next: Due | null = null;
  for (const [seat, own] of seats) {
    const deadline = deadlineOf(own);
    if (deadline === null) continue;
    const warns = rules.warning > 0 && !warned.has(seat);
    const due: Due = warns
      ? { kind: "warning", seat, at: deadline - rules.warning, deadline }
      : { kind: "fallback", seat, at: deadline, deadline };
    if (next === null || due.at < next.at) next = due;
  }
  return next;
}

/** The seats among those warned that need not be warned again: their time is still almost over. */
export function stillWarned({ rules, seats }: Clock, warned: Iterable<string>, now: number): Set<string> {
  const kept = new Set<string>();
  for (const seat of warned) {
    const own = seats.get(seat);
    const deadline = own === undefined ? null : deadlineOf(own);
    if (deadline !== null && deadline - now <= rules.warning) kept.add(seat);
  }
  return kept;
}
