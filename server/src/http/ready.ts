import type { RequestHandler } from "express";
import type { MatchMaker } from "../cluster/match-maker.ts";
import { refuse } from "../refusal.ts";

/** ms after which another server, or the successor of this one, may be asked. */
const DRAIN_WAIT = 200;

/** Refuses requests while the server starts or drains. */
export function requireReadyOf(matchMaker: MatchMaker): RequestHandler {
  return (_request, _response, next) => {
    if (matchMaker.state === "draining") throw refuse("draining", { wait: DRAIN_WAIT });
    if (matchMaker.state !== "ready") throw refuse("unavailable");
    next();
  };
}
