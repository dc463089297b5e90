import type { AnyMatch, GameMap, GameName, Match } from "@flower-war/client-sdk";
import type { GameFace } from "./games/face.ts";
import { FACES } from "./games/faces.ts";
import { MatchLog } from "./match/log.ts";
import { forgetChair, rememberChair } from "./session.ts";

/** A match that the page takes part in, and what it heard of it. */
export interface Sitting<G extends GameName = GameName> {
  readonly match: Match<G>;
  readonly log: MatchLog<GameMap[G]["event"]>;
}

/** Waits for a place in a match and remembers it for a reload. Rejects with a `Refusal`. */
export async function sitDown(place: Promise<AnyMatch>): Promise<Sitting> {
  return listenTo(await place);
}

function listenTo<G extends GameName>(match: Match<G>): Sitting<G> {
  const face: GameFace<GameMap[G]> = FACES[match.game];
  const log = new MatchLog(match.state.n, face.eventWords);
  match.on("event", (event, { n }) => log.tell(event, n));
  rememberChair(match.code, match.seat);
  return { match, log };
}

/** Leaves. A seat of a match that has begun is kept; before that, somebody else may have it. */
export function standUp({ match }: Sitting): void {
  if (match.status === "gathering") forgetChair(match.code);
  void match.leave();
}
