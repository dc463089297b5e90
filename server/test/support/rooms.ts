import { matchMaker } from "@colyseus/core";
import type { MatchForTemples } from "../../src/match/temples/contract.ts";

/** Calls a method of a match's room in this process, the way the temples call it. */
export async function callRoom<M extends keyof MatchForTemples>(
  roomId: string,
  method: M,
  ...args: Parameters<MatchForTemples[M]>
): Promise<Awaited<ReturnType<MatchForTemples[M]>>> {
  const answer: unknown = await matchMaker.remoteRoomCall<MatchForTemples>(roomId, method, args);
  return answer as Awaited<ReturnType<MatchForTemples[M]>>;
}

/** Lets what a room reserves from now on wait for an hour, instead of 15 s: who waits for it waits longer than a test. */
export function reserveForAnHour(roomId: string): void {
  matchMaker.getLocalRoomById(roomId).seatReservationTimeout = 3600;
}
