import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { useRedraw } from "../base/use-redraw.ts";

/** Returns the whole seconds until bots take the free seats of a match with a countdown; renders again with each. */
export function useSecondsUntil<G extends GameName>(match: Match<G>): number {
  useRedraw(1000);
  useEffect(() => {
    // Makes the estimate of the server's time, which the first countdown needs.
    match.here().catch(() => {});
  }, [match]);
  const { startsAt, serverTime } = match;
  return startsAt === null ? 0 : Math.max(0, Math.ceil((startsAt - serverTime) / 1000));
}
