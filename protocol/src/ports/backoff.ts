import type { Random } from "./random.ts";

/** How retries are spaced: `first` ms before the first, then doubled each time up to `most` ms. */
export interface Backoff {
  readonly first: number;
  readonly most: number;
}

/**
 * Returns ms to wait before a retry, shortened by up to half at random so that clients do not retry in step.
 * @param attempt from 0
 */
export function backoffDelay(attempt: number, { first, most }: Backoff, random: Random): number {
  return Math.min(most, first * 2 ** attempt) * (0.5 + random.fraction() / 2);
}
