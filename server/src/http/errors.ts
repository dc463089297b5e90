import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { toFault } from "../edge/requests.ts";
import { fault, Refused, refused } from "../fault.ts";
import { statusOf } from "./status.ts";

/** Whatever no route took. */
export const notFound: RequestHandler = () => {
  throw refused("not-found");
};

/** Every error leaves as a `Fault` in JSON. */
export function errorsAsFaults(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    return sendFault(response, error, log);
  };
}

function sendFault(response: Response, error: unknown, log: Logger): void {
  const answer = toFault(refusalOf(error) ?? error, log);
  if (answer.wait !== undefined) response.set("Retry-After", String(Math.ceil(answer.wait / 1000)));
  response.status(statusOf(answer.code)).json(answer);
}

/** What express and its body parser found wrong with a request; `null`: something else. */
function refusalOf(error: unknown): Refused | null {
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return new Refused(fault("too-large"));
  if (typeof status === "number" && status >= 400 && status < 500) return new Refused(fault("bad-request"));
  return null;
}
