import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";

/** Returns the whole seconds until bots take the free seats of a match with a countdown; renders again with each. */
export function useSecondsUntil<G extends GameName>(match: Match<G>): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    // Makes the estimate of the server's time, which the first countdown needs.
    match.here().catch(() => {});
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [match]);
  const { startsAt, serverTime } = match;
  return startsAt === null ? 0 : Math.max(0, Math.ceil((startsAt - serverTime) / 1000));
}
