import { CLOSE } from "./protocol.ts";

/** How the SDK comes back after a lost connection. */
export interface ResumePolicy {
  /**
   * How often it tries before it gives up; 0: not at all. Default: without end, for as long as somebody wants the match.
   * Where nobody listens tries fail at once: with the default delays 8 are used up within 1 s, 14 within 17 s, and each
   * further one takes up to 8 s more.
   */
  readonly attempts: number;
  /**
   * ms before each of the first 8 tries, doubled for each further one, each shortened by up to half at random. Default
   * 125: a server that is started again at once is found at once.
   */
  readonly delay: number;
  /** ms that a delay does not exceed. Default 8,000. */
  readonly maxDelay: number;
}

export const RESUME: ResumePolicy = { attempts: Number.POSITIVE_INFINITY, delay: 125, maxDelay: 8000 };

/** Tries before the delay grows. */
const PROMPT = 8;

/** The close code of RFC 6455 for a connection that ended without one. */
const ABNORMAL = 1006;

/**
 * ms to wait before a try: its delay, shortened by up to half so that clients do not come in step. Who was told that
 * the match has moved comes at once, within the first delay.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function delayBefore(attempt: number, code: number, { delay, maxDelay }: ResumePolicy): number {
  if (attempt === 0 && code === CLOSE.moved) return Math.min(maxDelay, delay) * Math.random();
  const doublings = Math.max(0, attempt + 1 - PROMPT);
  return Math.min(maxDelay, delay * 2 ** doublings) * (0.5 + Math.random() / 2);
}

/** ms that the way in has to answer the first try after a silent loss, doubled for each further one. */
const FIRST_ANSWER = 2000;
/** No timer takes more than 2^31 ms. */
const LONGEST = 60_000;

/**
 * ms to wait for the way in to answer a try. After a silent loss a browser or Node may ask over a connection that is as
 * dead as the lost one: then another try, over another connection, is worth more than waiting.
 * @param attempt from 0
 * @param code the close code of the drop
 */
export function answerWithin(attempt: number, code: number): number {
  return code === ABNORMAL ? Math.min(LONGEST, FIRST_ANSWER * 2 ** attempt) : LONGEST;
}
