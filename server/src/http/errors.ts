import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { RefusalBody } from "@flower-war/protocol";
import type { Rate, Time } from "@flower-war/protocol/ports";
import { toRefusal } from "../wire/requests.ts";
import { RefusalError, refusalBody, refuse, statusOf } from "../refusal.ts";

/** Refuses what no route took. */
export const notFound: RequestHandler = () => {
  throw refuse("not-found");
};

/**
 * Answers every error with a `RefusalBody` in JSON.
 * @param retries says when clients come again that were refused as `unavailable`; missing: whenever they want
 */
export function errorsAsRefusals(log: Logger, retries?: RetryWaits): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const answer = toRefusal(refusalOf(error) ?? error, log);
    const wait = answer.code === "unavailable" && retries ? retries.next() : 0;
    return sendRefusal(response, wait > (answer.wait ?? 0) ? { ...answer, wait } : answer);
  };
}

/** Answers with a refusal. */
export function sendRefusal(response: Response, answer: RefusalBody): void {
  if (answer.wait !== undefined) response.set("Retry-After", String(Math.ceil(answer.wait / 1000)));
  response.status(statusOf(answer.code)).json(answer);
}

/** Translates what Express and its body parser found wrong with a request; `null`: something else. */
function refusalOf(error: unknown): RefusalError | null {
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return new RefusalError(refusalBody("too-large"));
  if (typeof status === "number" && status >= 400 && status < 500)
    return new RefusalError(refusalBody("bad-request"));
  return null;
}

/** Tells clients that are refused for a while when to come again, so that they come at a rate that a server stands. */
export class RetryWaits {
  readonly #time: Time;
  readonly #gain: number;
  readonly #most: number;
  /** When the client that was last told a wait comes again, by the monotonic clock. */
  #last = Number.NEGATIVE_INFINITY;

  /** @param most ms that a client waits at most */
  constructor(time: Time, perSecond: Rate["perSecond"], most: number) {
    this.#time = time;
    this.#gain = 1000 / perSecond;
    this.#most = most;
  }

  /** Returns ms until the next client may come again; 0: whenever it wants. */
  next(): number {
    const now = this.#time.monotonic();
    this.#last = Math.min(now + this.#most, Math.max(now, this.#last + this.#gain));
    return Math.floor(this.#last - now);
  }
}
