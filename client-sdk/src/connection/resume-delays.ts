import { CLOSE } from "@flower-war/protocol";
import { backoffDelay, type Random } from "@flower-war/protocol/ports";
import type { ResumePolicy } from "./resume-policy.ts";

/** Attempts before the delay grows. */
const PROMPT_ATTEMPTS = 8;

/** Failures after which the delay grows no more while a server answers. */
const ANSWERED_FAILURES = PROMPT_ATTEMPTS + 2;

/**
 * Returns the number of failures that count for the next delay, given that before another one. The delay grows far only while nobody
 * answers: a server that says that it is not available will be in a moment.
 */
export function failuresAfter(failures: number, unreached: boolean): number {
  return unreached ? failures + 1 : Math.min(failures + 1, ANSWERED_FAILURES);
}

/** ms by which clients that were told the same `wait` come apart, at most. */
const SPREAD = 250;

/** Returns the milliseconds that a refusal makes the next attempt wait at least. */
export function leastDelay(refusal: { readonly wait?: number } | undefined, random: Random): number {
  const wait = refusal?.wait ?? 0;
  return wait + Math.min(wait / 4, SPREAD) * random.fraction();
}

/** The close code of RFC 6455 for a connection that ended without one. */
const ABNORMAL_CLOSURE = 1006;

/**
 * Returns the milliseconds to wait before an attempt. After `CLOSE.moved` the first attempt comes within the first delay,
 * since the match is already available elsewhere.
 * @param failures of earlier attempts, as `failuresAfter` counts them
 * @param code the close code of the drop
 */
export function resumeDelay(
  failures: number,
  code: number,
  { delay, maxDelay }: ResumePolicy,
  random: Random,
): number {
  if (failures === 0 && code === CLOSE.moved) return Math.min(maxDelay, delay) * random.fraction();
  return backoffDelay(failures, { first: delay, most: maxDelay, prompt: PROMPT_ATTEMPTS }, random);
}

/** How many times as long as others those wait at first whom nobody waits for. */
const PATIENT_TIMES = 12;

/**
 * Returns the milliseconds that a client whom nobody waits for, because it is another player's turn, waits besides: after a server's
 * end all come back at once, and who is awaited is admitted first.
 * @param delay what it waits anyway, in ms
 */
export function patience(delay: number, { delay: first, maxDelay }: ResumePolicy, random: Random): number {
  const most = Math.min(maxDelay, PATIENT_TIMES * first);
  return Math.max(0, most * (0.5 + random.fraction() / 2) - delay);
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

/** Milliseconds to wait for the first reservation after a silent loss; doubled for each further one. */
const FIRST_TIMEOUT = 2500;
const LONGEST_TIMEOUT = 60_000;

/**
 * Returns the milliseconds to wait for a new reservation. After a silent loss the HTTP request may travel over a connection
 * that is as dead as the lost one; then another attempt, over another connection, is better than a long wait. The first waits long enough
 * for a reverse proxy that asks another server after 1.5 s.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function reserveTimeout(attempt: number, code: number): number {
  return code === ABNORMAL_CLOSURE
    ? Math.min(LONGEST_TIMEOUT, FIRST_TIMEOUT * 2 ** attempt)
    : LONGEST_TIMEOUT;
}
