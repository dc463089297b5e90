/** Where a server has its time from: tests have their own. */
export interface Time {
  /** ms since 1970 */
  readonly now: () => number;
  /** Calls once, not before that point in time (ms since 1970). Returns what ends the waiting. */
  callAt(when: number, call: () => void): () => void;
}

/** The longest that Node waits: 24 days. */
const LONGEST = 2 ** 31 - 1;

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
};
