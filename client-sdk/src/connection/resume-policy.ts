import { CLOSE } from "@flower-war/protocol";
import { backoffDelay, type Random } from "@flower-war/protocol/ports";

/** How the SDK reconnects after a lost connection. */
export interface ResumePolicy {
  /**
   * Attempts before the SDK gives up; 0: it never reconnects. Default: `Infinity`. If the server is down, attempts fail at
   * once: with the default delays 8 are used up within 1 s, 14 within 17 s, and each further one takes up to 8 s more.
   */
  readonly attempts: number;
  /**
   * Milliseconds before each of the first 8 attempts; doubled for each further one. Every delay is shortened by up to half
   * at random. Default 125, so that the SDK finds a restarted server at once.
   */
  readonly delay: number;
  /** The longest delay in milliseconds. Default 8,000. */
  readonly maxDelay: number;
}

export const DEFAULT_RESUME: ResumePolicy = {
  attempts: Number.POSITIVE_INFINITY,
  delay: 125,
  maxDelay: 8000,
};

/** Attempts before the delay grows. */
const PROMPT_ATTEMPTS = 8;

/** The close code of RFC 6455 for a connection that ended without one. */
const ABNORMAL_CLOSURE = 1006;

/**
 * Returns the milliseconds to wait before an attempt. After `CLOSE.moved` the first attempt comes within the first delay,
 * since the match is already available elsewhere.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function resumeDelay(
  attempt: number,
  code: number,
  { delay, maxDelay }: ResumePolicy,
  random: Random,
): number {
  if (attempt === 0 && code === CLOSE.moved) return Math.min(maxDelay, delay) * random.fraction();
  return backoffDelay(attempt, { first: delay, most: maxDelay, prompt: PROMPT_ATTEMPTS }, random);
}

/** Milliseconds to wait for the first reservation after a silent loss; doubled for each further one. */
const FIRST_TIMEOUT = 2000;
const LONGEST_TIMEOUT = 60_000;

/**
 * Returns the milliseconds to wait for a new reservation. After a silent loss the HTTP request may travel over a connection
 * that is as dead as the lost one; then another attempt, over another connection, is better than a long wait.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function reserveTimeout(attempt: number, code: number): number {
  return code === ABNORMAL_CLOSURE
    ? Math.min(LONGEST_TIMEOUT, FIRST_TIMEOUT * 2 ** attempt)
    : LONGEST_TIMEOUT;
}
