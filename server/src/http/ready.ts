import type { RequestHandler } from "express";
import type { MatchMaker } from "../cluster/match-maker.ts";
import { refuse } from "../refusal.ts";

/** ms after which another server, or the successor of this one, may be asked. */
const MOVE_WAIT = 200;

/**
 * Refuses requests while the server starts or drains, or other servers answer them in its place.
 * @param isDown as in `StepDown`; default: they do not
 */
export function requireReadyOf(matchMaker: MatchMaker, isDown = (): boolean => false): RequestHandler {
  return (_request, _response, next) => {
    if (matchMaker.state === "draining") throw refuse("draining", { wait: MOVE_WAIT });
    if (matchMaker.state !== "ready") throw refuse("unavailable");
    if (isDown()) throw refuse("unavailable", { wait: MOVE_WAIT });
    next();
  };
}
