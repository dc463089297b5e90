import { CLOSE } from "@flower-war/protocol";
import type { Random } from "@flower-war/protocol/ports";
import type { ResumePolicy } from "./policies.ts";

/** ms by which clients that were told the same `wait` come apart, at most. */
const SPREAD = 250;

/** Returns the milliseconds that a refusal makes the next attempt wait at least. */
export function leastDelay(refusal: { readonly wait?: number } | undefined, random: Random): number {
  const wait = refusal?.wait ?? 0;
  return wait + Math.min(wait / 4, SPREAD) * random.fraction();
}

/** The close code of RFC 6455 for a connection that ended without one. */
const ABNORMAL_CLOSURE = 1006;

/** How long a delay is at most, as a share of all before it: so late does a client find that a server is back. */
const SHARE = 2 / 5;

/** How many times as long as the first delay a later one takes at most while a server answers: it will be available in a moment. */
const ANSWERED_TIMES = 8;

/** The state of a lost connection before an attempt. */
export interface Loss {
  /** ms of the delays so far, and of the first delay after each connection since a stable one. Attempts that take long are not made rarer still. */
  readonly waited: number;
  /** The close code of the drop. */
  readonly code: number;
  /** Attempts so far. */
  readonly attempts: number;
  /** Whether a server refused the last attempt; `false`: no server answered, or there was none. */
  readonly answered: boolean;
}

/**
 * Returns the milliseconds to wait before an attempt. After `CLOSE.moved` the first attempt comes within the first delay,
 * since the match is already available elsewhere.
 */
export function resumeDelay(loss: Loss, { delay, maxDelay }: ResumePolicy, random: Random): number {
  const { waited, code, attempts, answered } = loss;
  if (attempts === 0 && code === CLOSE.moved && SHARE * waited <= delay)
    return Math.min(maxDelay, delay) * random.fraction();
  const longest = answered ? Math.min(maxDelay, ANSWERED_TIMES * delay) : maxDelay;
  return Math.min(longest, Math.max(delay, SHARE * waited)) * (0.5 + random.fraction() / 2);
}

/** The factor of the first delay of a client that no player waits for. */
const PATIENT_TIMES = 12;

/**
 * Returns the milliseconds that a client waits before its first attempt while it is another player's turn:
 * after a server's end all come back at once, and who is awaited is admitted first. Later attempts are no more patient than others', or it would be
 * back long after a server that took longer to start.
 */
export function patience({ delay, maxDelay }: ResumePolicy, random: Random): number {
  return Math.min(maxDelay, PATIENT_TIMES * delay) * (0.5 + random.fraction() / 2);
}

/**
 * Whether an attempt had better go to another server than the one that was lost: it stands still, has ended or makes way. Every other
 * attempt may go to any, because the lost one may be well and another one not.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function isServerLost(attempt: number, code: number): boolean {
  return attempt % 2 === 0 && (code === ABNORMAL_CLOSURE || code === CLOSE.moved);
}

/** Milliseconds to wait for a reservation; doubled after each that was not answered in time. */
const FIRST_TIMEOUT = 2500;
const LONGEST_TIMEOUT = 60_000;

/**
 * Returns the milliseconds to wait for a new reservation. The HTTP request may travel over a connection that is dead, or to a server that nothing reaches:
 * another attempt, over another connection, is better than a long wait. The first waits long enough for a reverse proxy that asks another server after 1.5 s.
 * @param timeouts earlier attempts that were not answered in time
 */
export function reserveTimeout(timeouts: number): number {
  return Math.min(LONGEST_TIMEOUT, FIRST_TIMEOUT * 2 ** timeouts);
}
