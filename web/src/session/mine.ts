import type { StoredSeat } from "@flower-war/client-sdk";
import { host } from "./host.ts";
import { type Asked, useAnswer } from "./use-answer.ts";

/** Returns the id of the viewer's player; `null`: they have none at this server yet. It asks no server. */
export async function findMyId(): Promise<string | null> {
  return (await (await host.identity()).stored())?.id ?? null;
}

/** The same for a component; `null` also while it is looked up, and without that part of the SDK. */
export const useMyId = (): string | null => useAnswer("my id", findMyId).answer;

/** Asks for the viewer's seats in matches that are not over, taken in any tab of this browser. */
export const useMySeats = (): Asked<readonly StoredSeat[]> => useAnswer("my seats", () => host.resume());
