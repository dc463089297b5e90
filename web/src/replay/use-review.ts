import type { Review } from "@flower-war/client-sdk/replay";
import { useEffect, useState } from "react";

/** ms that a review takes, on one core. */
const TIME = 20_000;

/** What the worker is asked. */
export interface ReviewRequest {
  readonly record: string;
  /** ms that it may take. */
  readonly time: number;
}

/** What the worker tells: what is known so far. */
export interface ReviewNews {
  readonly review: Review;
  /** The part of the time that is over, 0 to 1. */
  readonly spent: number;
  readonly done: boolean;
}

/** Whether a review could be made here, and what is known so far; `null`: nothing yet. */
export interface ReviewState {
  readonly news: ReviewNews | null;
  readonly failed: boolean;
}

const NOTHING: ReviewState = { news: null, failed: false };

/** Reviews a match in a worker while the component is on the page, so that the page stays responsive. */
export function useReview(record: string): ReviewState {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    const worker = new Worker(new URL("./review-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<ReviewNews>) => {
      setState({ news: data, failed: false });
      if (data.done) worker.terminate();
    });
    worker.addEventListener("error", () => {
      setState(({ news }) => ({ news, failed: true }));
      worker.terminate();
    });
    const request: ReviewRequest = { record, time: TIME };
    worker.postMessage(request, []);
    return () => worker.terminate();
  }, [record]);
  return state;
}
