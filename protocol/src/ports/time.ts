/** Ends a timer or a subscription. Calling it again does nothing. */
export type Cancel = () => void;

export interface TimerOptions {
  /** The timer does not keep a Node process alive. Default `false`. */
  readonly background?: boolean;
}

/**
 * Where a program reads the time and sets timers. Server, SDK, bridge and devices get it as a parameter, so that tests
 * and simulations can run them on a time of their own.
 */
export interface Time {
  /** Returns the wall clock's time, ms since 1970. It may jump: for dates that people read or that are stored, not for durations. */
  readonly now: () => number;
  /** Returns whole ms, as `now` does, on a monotonic clock with an arbitrary start; dates of both are stored as integers. */
  readonly monotonic: () => number;
  /** Calls once, `ms` from now. */
  readonly after: (ms: number, call: () => void, options?: TimerOptions) => Cancel;
  /** Calls every `ms`. */
  readonly every: (ms: number, call: () => void, options?: TimerOptions) => Cancel;
  /** Resolves after pending I/O has been handled, in another turn of the event loop. */
  readonly nextTurn: () => Promise<void>;
}

/** The longest delay that timers take: 2^31 - 1 ms, 24 days. */
const LONGEST_DELAY = 2 ** 31 - 1;

interface NodeTimer {
  unref(): void;
}

/** The time of the machine that this runs on. */
export const systemTime: Time = {
  now: () => Date.now(),
  monotonic: () => Math.floor(performance.now()),
  after(ms, call, options) {
    const timer = setTimeout(call, Math.min(ms, LONGEST_DELAY));
    keepInBackground(timer, options);
    return () => clearTimeout(timer);
  },
  every(ms, call, options) {
    const timer = setInterval(call, ms);
    keepInBackground(timer, options);
    return () => clearInterval(timer);
  },
  nextTurn: () =>
    new Promise((resolve) => {
      const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (call: () => void) => void };
      soon(resolve);
    }),
};

function keepInBackground(timer: unknown, options: TimerOptions | undefined): void {
  if (options?.background && typeof timer === "object") (timer as NodeTimer).unref();
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
export function sleep(time: Time, ms: number, signal?: AbortSignal, options?: TimerOptions): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      cancel();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = time.after(ms, finish, options);
    signal?.addEventListener("abort", finish);
  });
}

/** Settles as `task` does, or rejects with `late()` after `ms`. */
export async function withTimeout<T>(
  time: Time,
  ms: number,
  task: Promise<T>,
  late: () => unknown,
): Promise<T> {
  let cancel: Cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    cancel = time.after(ms, () => reject(late()));
  });
  try {
    return await Promise.race([task, timeout]);
  } finally {
    cancel();
  }
}

/** Returns a signal that is aborted after `ms`, and the function that ends its timer. */
export function timeoutSignal(
  time: Time,
  ms: number,
): { readonly signal: AbortSignal; readonly cancel: Cancel } {
  const controller = new AbortController();
  const cancel = time.after(ms, () => controller.abort(), { background: true });
  return { signal: controller.signal, cancel };
}
