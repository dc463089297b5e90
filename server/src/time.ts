import { uptime } from "node:os";
import { type Cancel, systemTime as machineTime, type Time } from "@flower-war/protocol/ports";

export type { Cancel, Time };

/** A time whose `now` never jumps, and whose deadlines are therefore true whatever happens to the machine's clock. */
export interface SteadyTime extends Time {
  /** Calls once, not before that point of `now`, however far away. */
  readonly at: (when: number, call: () => void) => Cancel;
}

/** The time that a server runs on; with `random.ts` the only place that reads a clock or sets a timer. */
export interface ServerTime extends Time {
  /**
   * `now` is what the wall clock said when the process began, and the time that has passed since then, in which the machine slept too. Of
   * this time are deadlines and the dates of facts; `ServerTime.now` is for dates that mean a day to people or to other systems.
   */
  readonly steady: SteadyTime;
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

/** Returns `Time` with another `now`. */
export function steadyTime(machine: Time, now: () => number): SteadyTime {
  const at = (when: number, call: () => void): Cancel => {
    let cancel: Cancel = () => {};
    const wait = (): void => {
      const left = when - now();
      if (left > 0) cancel = machine.after(left, wait);
      else call();
    };
    cancel = machine.after(Math.max(0, when - now()), wait);
    return () => cancel();
  };
  return {
    now,
    at,
    monotonic: () => machine.monotonic(),
    after: (ms, call, options) => machine.after(ms, call, options),
    every: (ms, call, options) => machine.every(ms, call, options),
    nextTurn: () => machine.nextTurn(),
  };
}

/**
 * Returns the time of a server, which notices by the readings of its clock that the process stood still between two of them.
 * @param uptime returns ms since the machine started. It counts what the machine sleeps, which the monotonic clock may leave out
 */
export function serverTime(machine: Time, uptime: () => number): ServerTime {
  const listeners = new Set<{ readonly call: (ms: number) => void }>();
  const start = machine.now() - machine.monotonic();
  const asleepBefore = uptime() - machine.monotonic();
  /** ms that the machine has slept, as far as is known. */
  let slept = 0;
  /** The lead of the wall clock over the monotonic one at its last change. */
  let ahead = start;
  let last = 0;
  let cancel: Cancel = () => {};

  const read = (): number => {
    const monotonic = machine.monotonic();
    const jump = machine.now() - monotonic - ahead;
    if (Math.abs(jump) >= STANDSTILL) {
      // The wall clock was set, which is no time that passed, or the machine slept.
      ahead += jump;
      slept = Math.max(slept, uptime() - monotonic - asleepBefore);
    }
    const now = Math.floor(start + monotonic + slept);
    const late = now - last - READ_INTERVAL;
    last = now;
    if (late >= STANDSTILL) for (const { call } of listeners) call(late);
    return now;
  };

  const onStandstill = (call: (ms: number) => void): Cancel => {
    if (listeners.size === 0) {
      last = start + machine.monotonic() + slept;
      cancel = machine.every(READ_INTERVAL, read, { background: true });
    }
    const listener = { call };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) cancel();
    };
  };

  const now = (): number => {
    read();
    return machine.now();
  };

  return { ...machine, now, steady: steadyTime(machine, read), onStandstill };
}

export const systemTime: ServerTime = serverTime(machineTime, () => uptime() * 1_000);

/**
 * Takes a step after a wait, and again after the wait that each step resolves with, in the background. Waits are in ms.
 * @param step never rejects
 * @returns ends it; a step that is under way is the last
 */
export function repeat(time: Pick<Time, "after">, wait: number, step: () => Promise<number>): Cancel {
  let isEnded = false;
  let cancel: Cancel = () => {};
  const schedule = (ms: number): void => {
    if (!isEnded) cancel = time.after(ms, () => void step().then(schedule), { background: true });
  };
  schedule(wait);
  return () => {
    isEnded = true;
    cancel();
  };
}

/** ms between two times at which `workOff` looks for something to do. */
const LOOK_INTERVAL = 60_000;
/** ms between two steps while there is something to do: other requests get the store in between. */
const STEP_INTERVAL = 100;

/**
 * Works off what gathers in a store, a few items a step, and looks for more each minute.
 * @param step resolves with whether there may be more to do; never rejects
 * @param wait ms before the first step
 */
export function workOff(
  time: Pick<Time, "after">,
  step: () => Promise<boolean>,
  wait = LOOK_INTERVAL,
): Cancel {
  return repeat(time, wait, async () => ((await step()) ? STEP_INTERVAL : LOOK_INTERVAL));
}

/** Returns a date as ISO 8601 has it, in UTC with milliseconds. @param ms since 1970 */
export function formatDate(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns ms since 1970; NaN: not a date as `formatDate` writes them. */
export function parseDate(text: string): number {
  return Date.parse(text);
}

/** `formatDate` with characters that every file system takes. */
const FILE_DATE = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/;

/** Returns a date for a file's name: the later of two is the greater one as a string. @param ms since 1970 */
export function formatFileDate(ms: number): string {
  return formatDate(ms).replaceAll(/[:.]/g, "-");
}

/** Returns ms since 1970; NaN: not a date as `formatFileDate` writes them. */
export function parseFileDate(text: string): number {
  return FILE_DATE.test(text) ? parseDate(text.replace(FILE_DATE, "$1:$2:$3.$4")) : Number.NaN;
}
