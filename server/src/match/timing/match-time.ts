import type { SteadyTime } from "../../time.ts";

/**
 * The time of one match, by which its facts are dated and its clocks run: that of its process, but never before the match's last fact. So
 * a stored deadline holds in a process whose clock is behind that of an earlier one.
 */
export interface MatchTime extends SteadyTime {
  /** ms that it is ahead of the process's. */
  readonly ahead: () => number;
  /** Sets it forth to a time, if it is behind. Call it before anything waits for a time. @param least ms since 1970 */
  readonly advanceTo: (least: number) => void;
}

/** @param process the time of the process @param lastAt the date of the match's last fact, ms since 1970 */
export function matchTime(process: SteadyTime, lastAt: number): MatchTime {
  let ahead = 0;
  const now = (): number => process.now() + ahead;
  const advanceTo = (least: number): void => {
    ahead += Math.max(0, least - now());
  };
  advanceTo(lastAt);
  const at: MatchTime["at"] = (when, call) => process.at(when - ahead, call);
  return { ...process, now, at, ahead: () => ahead, advanceTo };
}
