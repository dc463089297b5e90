import { connectionRefusal } from "./refusal.ts";

/** Lets a caller end a wait. */
export interface Abortable {
  /**
   * Aborted: the promise rejects with `aborted` at once. What was asked for may have happened or not; nothing is sent again.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Settles as `answer` does, or rejects with the refusal `aborted` when `signal` is aborted. */
export function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(connectionRefusal("aborted", signal.reason));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
