import type { AnyMatch, GameName, Match } from "@flower-war/client-sdk";
import { useSyncExternalStore } from "react";
import { MatchHistory } from "./match-history.ts";
import { forgetPlace, rememberPlace } from "./memory.ts";

/** The match that the page takes part in, and what happened there since it came in. */
export interface Sitting<G extends GameName = GameName> {
  readonly match: Match<G>;
  readonly history: MatchHistory<G>;
}

let current: Sitting | null = null;
const listeners = new Set<() => void>();

/** Waits for a place in a match, leaves any other match, and remembers the place for a reload. Rejects with a `Refusal`. */
export async function sitDown(place: Promise<AnyMatch>): Promise<Sitting> {
  const sitting = follow(await place);
  if (current !== null) standUp(current);
  set(sitting);
  return sitting;
}

/** Leaves a match. A seat of a match that has begun is kept; before that, another player may get it. */
export function standUp(sitting: Sitting): void {
  const { match } = sitting;
  if (match.status === "gathering") namesOf(match).forEach(forgetPlace);
  void match.leave();
  if (current === sitting) set(null);
}

/** The place that the page has in a match of this code, invitation or id; `null`: none. */
export function useSitting(code: string): Sitting | null {
  const sitting = useSyncExternalStore(subscribe, () => current);
  return sitting !== null && isOf(sitting, code) ? sitting : null;
}

/** Leaves the match of this code or id, if the page has a place there. */
export function leaveMatch(code: string): void {
  if (current !== null && isOf(current, code)) standUp(current);
}

function follow<G extends GameName>(match: Match<G>): Sitting<G> {
  const remember = () => namesOf(match).forEach((name) => rememberPlace(name, match.seat));
  remember();
  match.on("resumed", remember);
  return { match, history: MatchHistory.follow(match) };
}

const isOf = ({ match }: Sitting, name: string): boolean =>
  match.id === name || namesOf(match).includes(name);

/** What the address of a match may have while it is played. */
const namesOf = ({ code, invitation }: Pick<Match, "code" | "invitation">): string[] =>
  invitation === null ? [code] : [code, invitation];

function set(sitting: Sitting | null): void {
  current = sitting;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
