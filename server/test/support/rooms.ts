import { matchMaker } from "@colyseus/core";
import type { MatchForTemples } from "../../src/match/temple-seam.ts";

/** Calls a room of this process as the temples call it. */
export async function callRoom<M extends keyof MatchForTemples>(
  roomId: string,
  method: M,
  ...args: Parameters<MatchForTemples[M]>
): Promise<Awaited<ReturnType<MatchForTemples[M]>>> {
  const answer: unknown = await matchMaker.remoteRoomCall<MatchForTemples>(roomId, method, args);
  return answer as Awaited<ReturnType<MatchForTemples[M]>>;
}
