import { type Cancel, systemTime as machineTime, type Time } from "@flower-war/protocol/ports";

export type { Cancel, Time };

/** The time that a server runs on; with `random.ts` the only place that reads a clock or sets a timer. */
export interface ServerTime extends Time {
  /**
   * Calls whenever the process stood still, frozen alone or with its machine: before `now` returns for the first time since then, so
   * that whatever came meanwhile and asks for the time is handled after it. `ms`: how long it stood still.
   */
  readonly onStandstill: (call: (ms: number) => void) => Cancel;
}

/** ms between two readings of the clock at most: the precision with which a standstill is known. */
const READ_INTERVAL = 50;

/** ms by which a reading is late when it is more than the lag of a busy process. */
const STANDSTILL = 2_000;

/** Returns a machine's time that notices by the readings of its clock that the process stood still between two of them. */
export function withStandstills(machine: Time): ServerTime {
  const listeners = new Set<{ readonly call: (ms: number) => void }>();
  let last = 0;
  let cancel: Cancel = () => {};

  const now = (): number => {
    const read = machine.now();
    const late = read - last - READ_INTERVAL;
    last = read;
    if (late >= STANDSTILL) for (const { call } of listeners) call(late);
    return read;
  };

  const onStandstill = (call: (ms: number) => void): Cancel => {
    if (listeners.size === 0) {
      last = machine.now();
      cancel = machine.every(READ_INTERVAL, now, { background: true });
    }
    const listener = { call };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) cancel();
    };
  };

  return { ...machine, now, onStandstill };
}

export const systemTime: ServerTime = withStandstills(machineTime);

/** Returns a date as ISO 8601 has it, in UTC with milliseconds. @param ms since 1970 */
export function formatDate(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns ms since 1970; NaN: not a date as `formatDate` writes them. */
export function parseDate(text: string): number {
  return Date.parse(text);
}
