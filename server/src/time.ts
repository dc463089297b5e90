import { type Cancel, systemTime as machineTime, type Time } from "@flower-war/protocol/ports";

export type { Cancel, Time };

/** The time that a server runs on; with `random.ts` the only place that reads a clock or sets a timer. */
export interface ServerTime extends Time {
  /**
   * Calls whenever the process stood still, frozen alone or with its machine, before any timer that came due meanwhile.
   * `ms`: how long it stood still.
   */
  readonly onStandstill: (call: (ms: number) => void) => Cancel;
}

/** ms between two checks: the precision with which a standstill is known. */
const CHECK_INTERVAL = 50;

/** ms by which a check is late when it is more than the lag of a busy process. */
const STANDSTILL = 2_000;

export const systemTime: ServerTime = {
  ...machineTime,
  onStandstill(call) {
    let last = machineTime.now();
    const check = (): void => {
      const late = machineTime.now() - last - CHECK_INTERVAL;
      last = machineTime.now();
      if (late >= STANDSTILL) call(late);
    };
    return machineTime.every(CHECK_INTERVAL, check, { background: true });
  },
};

/** Returns a date as ISO 8601 has it, in UTC with milliseconds. @param ms since 1970 */
export function formatDate(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns ms since 1970; NaN: not a date as `formatDate` writes them. */
export function parseDate(text: string): number {
  return Date.parse(text);
}
