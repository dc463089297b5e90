import type { Random } from "./random.ts";

/** How retries are spaced: `first` ms before the first few, then doubled each time up to `most` ms. */
export interface Backoff {
  readonly first: number;
  readonly most: number;
  /** Retries before the delay grows. Default 1. */
  readonly prompt?: number;
}

/**
 * Returns ms to wait before a retry, shortened by up to half at random so that clients do not retry in step.
 * @param attempt from 0
 */
export function backoffDelay(attempt: number, { first, most, prompt = 1 }: Backoff, random: Random): number {
  const doublings = Math.max(0, attempt + 1 - prompt);
  return Math.min(most, first * 2 ** doublings) * (0.5 + random.fraction() / 2);
}
