import type { PositionEstimate, Review } from "@flower-war/client-sdk/replay";
import type { StudyBranch, StudyPosition } from "@flower-war/client-sdk/study";
import { useEffect, useMemo, useState } from "react";

/** ms that a review of a match takes, and the estimate of one position, on one core. */
const TIME = 20_000;
const TIME_OF_ONE = 6_000;

/** What the worker is asked. */
export interface WorkRequest {
  readonly record: string;
  /** ms that it may take. */
  readonly time: number;
  /** The position that is estimated, with all branches of its study; left out: the whole match is reviewed. */
  readonly one?: { readonly at: StudyPosition; readonly branches: readonly StudyBranch[] };
}

/** What the worker tells: what is known so far. */
export interface WorkNews<Known> {
  readonly known: Known;
  /** The part of the time that is over, 0 to 1. */
  readonly spent: number;
  readonly done: boolean;
}

/** Whether the work could be done here, and what is known so far; `null`: nothing yet. */
export interface WorkState<Known> {
  readonly news: WorkNews<Known> | null;
  readonly failed: boolean;
}

/** Reviews a match in a worker while the component is on the page, so that the page stays responsive. */
export const useReview = (record: string): WorkState<Review> =>
  useWork(useMemo(() => ({ record, time: TIME }), [record]));

/** Estimates one position, as `useReview` a match. Another one takes another component. */
export function useEstimate(
  record: string,
  at: StudyPosition,
  branches: readonly StudyBranch[],
): WorkState<PositionEstimate> {
  const [request] = useState({ record, time: TIME_OF_ONE, one: { at, branches } });
  return useWork(request);
}

function useWork<Known>(request: WorkRequest): WorkState<Known> {
  const [state, setState] = useState<WorkState<Known>>({ news: null, failed: false });
  useEffect(() => {
    const worker = new Worker(new URL("./review-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<WorkNews<Known>>) => {
      setState({ news: data, failed: false });
      if (data.done) worker.terminate();
    });
    worker.addEventListener("error", () => {
      setState(({ news }) => ({ news, failed: true }));
      worker.terminate();
    });
    worker.postMessage(request, []);
    return () => worker.terminate();
  }, [request]);
  return state;
}
