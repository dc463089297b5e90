/** Where a server has its time from: tests have their own. */
export interface Time {
  /** ms since 1970 */
  readonly now: () => number;
  /** Calls once, not before that point in time (ms since 1970). Returns what ends the waiting. */
  callAt(when: number, call: () => void): () => void;
  /**
   * Calls whenever the process stood still, frozen alone or with its machine, before any timer that came due meanwhile.
   * `ms`: for how long. Returns what ends that.
   */
  readonly onStandstill: (call: (ms: number) => void) => () => void;
}

/** The longest that Node waits: 24 days. */
const LONGEST = 2 ** 31 - 1;

/** ms between two looks: as exactly is known for how long the process stood still. */
const LOOK = 50;

/** ms by which a look is late that are more than the lag of a busy process. */
const STANDSTILL = 2_000;

export const systemTime: Time = {
  now: () => Date.now(),
  callAt: (when, call) => {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = when - Date.now();
      if (left <= 0) call();
      else timer = setTimeout(wait, Math.min(left, LONGEST));
    };
    timer = setTimeout(wait, Math.min(Math.max(0, when - Date.now()), LONGEST));
    return () => clearTimeout(timer);
  },
  onStandstill: (call) => {
    let last = Date.now();
    const look = () => {
      const late = Date.now() - last - LOOK;
      last = Date.now();
      if (late >= STANDSTILL) call(late);
    };
    const timer = setInterval(look, LOOK).unref();
    return () => clearInterval(timer);
  },
};
