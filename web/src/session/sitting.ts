import type { AnyMatch, GameName, Match } from "@flower-war/client-sdk";
import { Store } from "../base/store.ts";
import { MatchHistory } from "./match-history.ts";
import { forgetPlace, rememberPlace } from "./memory.ts";

/** A match that the page takes part in or watches, and what happened there since it came in. */
export interface Sitting<G extends GameName = GameName> {
  readonly match: Match<G>;
  readonly history: MatchHistory<G>;
}

const current = new Store<Sitting | null>(null);

/** Waits for a place in a match, leaves any other match, and remembers the place for a reload. Rejects with a `Refusal`. */
export async function sitDown(place: Promise<AnyMatch>): Promise<Sitting> {
  const sitting = follow(await place);
  const before = current.get();
  if (before !== null) standUp(before);
  current.set(sitting);
  return sitting;
}

/** Leaves a match. A seat of a match that has begun is kept; before that, another player may get it. */
function standUp(sitting: Sitting): void {
  const { match } = sitting;
  if (match.status === "gathering") namesOf(match).forEach(forgetPlace);
  void match.leave();
  if (current.get() === sitting) current.set(null);
}

/** The place that the page has in a match of this code, invitation or id; `null`: none. */
export function useSitting(code: string): Sitting | null {
  const sitting = current.use();
  return sitting !== null && isOf(sitting, code) ? sitting : null;
}

/** Leaves the match of this code or id, if the page has a place there. */
export function leaveMatch(code: string): void {
  const sitting = current.get();
  if (sitting !== null && isOf(sitting, code)) standUp(sitting);
}

function follow<G extends GameName>(match: Match<G>): Sitting<G> {
  const sitting = followMatch(match);
  const remember = () => namesOf(match).forEach((name) => rememberPlace(name, match.seat));
  remember();
  match.on("resumed", remember);
  return sitting;
}

/** Follows what happens in a match from now on. */
export const followMatch = <G extends GameName>(match: Match<G>): Sitting<G> => ({
  match,
  history: MatchHistory.follow(match),
});

const isOf = ({ match }: Sitting, name: string): boolean =>
  match.id === name || namesOf(match).includes(name);

/** What the address of a match may have while it is played. */
const namesOf = ({ code, invitation }: Pick<Match, "code" | "invitation">): string[] =>
  invitation === null ? [code] : [code, invitation];
