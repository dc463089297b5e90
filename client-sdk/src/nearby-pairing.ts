import type { MatchRequests } from "@flower-war/protocol";
import { sleep, type Time } from "@flower-war/protocol/ports";
import { connectionRefusal } from "./refusal.ts";

/** The part of a match that pairing with a temple nearby uses. */
export interface PairingMatch {
  readonly time: Time;
  /** Whether the seat is local to that temple. */
  readonly isLocal: (templeId: string) => boolean;
  /** Adds a listener for every change and returns the function that removes it. */
  readonly onChange: (listener: () => void) => () => void;
  readonly request: <Type extends "pair-nearby" | "stop-nearby">(
    type: Type,
    payload: MatchRequests[Type]["payload"],
  ) => Promise<MatchRequests[Type]["answer"]>;
}

export interface NearbyOptions {
  readonly signal?: AbortSignal;
  /** Called when the temple shows the player's name, with the ms for which it does. */
  readonly onAsked?: (wait: number) => void;
}

/** Asks a temple nearby, and waits until its pair button is pressed. As `Match.pairNearby`. */
export async function pairNearby(
  { time, isLocal, onChange, request }: PairingMatch,
  templeId: string,
  { signal, onAsked }: NearbyOptions,
): Promise<{ templeId: string }> {
  const { wait } = await request("pair-nearby", { templeId });
  onAsked?.(wait);
  const answered = new AbortController();
  const unsubscribe = onChange(() => isLocal(templeId) && answered.abort());
  if (!isLocal(templeId))
    await sleep(time, wait, AbortSignal.any([answered.signal, ...(signal ? [signal] : [])]));
  unsubscribe();
  if (isLocal(templeId)) return { templeId };
  if (signal?.aborted) await request("stop-nearby", {});
  throw connectionRefusal("not-confirmed");
}
