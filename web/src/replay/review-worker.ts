import { type Review, reviewRecord } from "@flower-war/client-sdk/replay";
import type { ReviewNews, ReviewRequest } from "./use-review.ts";

/** ms between two messages: what is known changes a little with each step, which takes about 10 ms. */
const PACE = 250;

addEventListener("message", ({ data }: MessageEvent<ReviewRequest>) => {
  review(data).catch(reportError);
});

async function review({ record, time }: ReviewRequest): Promise<void> {
  const began = performance.now();
  const spent = () => (performance.now() - began) / time;
  const tell = (news: ReviewNews) => postMessage(news, { transfer: [] });
  let told = began;
  let last: Review | null = null;
  for (const known of await reviewRecord(record, { spent })) {
    last = known;
    if (performance.now() - told < PACE) continue;
    told = performance.now();
    tell({ review: known, spent: Math.min(1, spent()), done: false });
  }
  if (last !== null) tell({ review: last, spent: 1, done: true });
}
