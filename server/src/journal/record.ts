import type { GameTypes, RecordEntry, RecordHeader } from "@flower-war/rules";
import type { Begun, Created, Fact, Player } from "./facts.ts";

/** What a match began with: the rules' part and the people's. */
export interface MatchHeader<T extends GameTypes = GameTypes> extends RecordHeader<T> {
  /** The match's id. */
  readonly match: string;
  /** What the server committed itself to, 64 lower-case hex digits: for nobody's eyes while the match runs. */
  readonly secret: string;
  /** Who took each seat, in turn order. */
  readonly players: readonly Player[];
}

/** A match from its beginning on. */
export interface PlayedMatch {
  readonly header: MatchHeader;
  readonly entries: readonly RecordEntry<GameTypes>[];
}

/**
 * The first fact of a match.
 * @throws Error if these are no match's
 */
export function createdOf([first]: readonly Fact[]): Created {
  if (first?.type !== "created") throw new Error("a match that was never created");
  return first;
}

/** What a match begins with. */
export function headerOf(
  { plan, secret }: Created,
  { rules, stream, seats, seed, players }: Begun,
): MatchHeader {
  const { match, game, options } = plan;
  return { match, game, options, secret, rules, stream, seats, seed, players };
}

/** A match as its facts tell it; `null`: it has not begun. */
export function playedMatch(facts: readonly Fact[]): PlayedMatch | null {
  const [created] = facts;
  const begun = facts.find((fact) => fact.type === "begun");
  if (created?.type !== "created" || begun === undefined) return null;
  const entries = facts.flatMap((fact) => (fact.type === "entry" ? [fact.entry] : []));
  return { header: headerOf(created, begun), entries };
}
