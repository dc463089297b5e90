import { systemRandom, systemTime, type Time } from "@flower-war/protocol/ports";

/** Time and randomness of the machine, for what a test does not need to control. */
export const system = { time: systemTime, random: systemRandom };

/** The machine's time, whose monotonic clock is put forward by `skipped`; timers are not. */
export function skip(time: Time, skipped: { readonly ms: number }): Time {
  return { ...time, monotonic: () => time.monotonic() + skipped.ms };
}
