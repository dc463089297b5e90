import { type Backoff, backoffDelay, Refusal, systemRandom, systemTime } from "@flower-war/client-sdk";

/** ms: how attempts are spaced. */
const SPACING: Backoff = { first: 1000, most: 30_000 };

/** What was refused and will be refused again. */
const LASTING = ["bad-request", "match-ended", "unknown-match", "unwatched"];

/**
 * Tries something again after a while, unless that would be refused again.
 * @param error why it failed
 * @param failed how many attempts failed before
 * @param closing aborted when it is no longer wanted
 */
export function retryLater(error: unknown, failed: number, closing: AbortSignal, again: () => void): void {
  const wait = error instanceof Refusal ? (LASTING.includes(error.code) ? null : (error.wait ?? 0)) : 0;
  if (wait === null || closing.aborted) return;
  const cancel = systemTime.after(Math.max(wait, backoffDelay(failed, SPACING, systemRandom)), again);
  closing.addEventListener("abort", cancel);
}
