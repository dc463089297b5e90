import { estimatePosition, reviewRecord } from "@flower-war/client-sdk/replay";
import type { WorkNews, WorkRequest } from "./use-review.ts";

/** ms between two messages: what is known changes a little with each step, which takes about 10 ms. */
const PACE = 250;

addEventListener("message", ({ data }: MessageEvent<WorkRequest>) => {
  work(data).catch(reportError);
});

async function work({ record, time, one }: WorkRequest): Promise<void> {
  const began = performance.now();
  const spent = () => (performance.now() - began) / time;
  if (one === undefined) follow(await reviewRecord(record, { spent }), spent);
  else follow(await estimatePosition(record, one.at, one.branches, { spent }), spent);
}

function follow<Known>(steps: Generator<Known, void>, spent: () => number): void {
  const tell = (news: WorkNews<Known>) => postMessage(news, { transfer: [] });
  let told = performance.now();
  let last: Known | null = null;
  for (const known of steps) {
    last = known;
    if (performance.now() - told < PACE) continue;
    told = performance.now();
    tell({ known, spent: Math.min(1, spent()), done: false });
  }
  if (last !== null) tell({ known: last, spent: 1, done: true });
}
