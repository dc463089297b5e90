import type { AnySummary, GameName, OutcomeOf, SeatInfo } from "@flower-war/client-sdk";
import { personOn } from "./person.ts";

/** By how many points a match changed the rating of each seat's player; `null`: it is not rated for them. Seats of which it is not known are left out. */
export type RatingChanges = ReadonlyMap<string, number | null>;

/** What is known of a match that is over, from its stored result. */
export interface FinishedMatch<G extends GameName = GameName> {
  /** The match's id or, of a private match, its invitation. */
  readonly id: string;
  readonly code: string;
  readonly game: G;
  /** Of a game of the host's own: the version that it was played with. */
  readonly version: number;
  readonly people: readonly SeatInfo<G>[];
  readonly outcome: OutcomeOf<G>;
  readonly changes: RatingChanges;
  /** When it ended, ms since 1970. */
  readonly endedAt: number;
  /** The id of the match in which it was played again; `null`: it was not. */
  readonly rematch: string | null;
  /** Whether its record is still there, and with it the replay and the proof of its dice. */
  readonly record: boolean;
}

/**
 * Returns a finished match from its summary; `null`: it has no result, because it never began.
 * @param name what it was found by
 */
export function finishedOf(summary: AnySummary, name: string = summary.match): FinishedMatch | null {
  const { match, code, game, result } = summary;
  if (result === undefined) return null;
  const { version = 1, seats, outcome, endedAt, record, rematch = null } = result;
  const id = name.startsWith(match) ? name : match;
  return {
    id,
    code,
    game,
    version,
    people: seats.map(personOf),
    outcome,
    changes: changesOf(seats),
    endedAt,
    rematch,
    record,
  };
}

/** Reads what a match meant for ratings from the seats of its result. */
export const changesOf = (seats: readonly ResultSeat[]): RatingChanges =>
  new Map(
    seats.flatMap(({ seat, ratingChange }) => (ratingChange === undefined ? [] : [[seat, ratingChange]])),
  );

type ResultSeat = NonNullable<AnySummary["result"]>["seats"][number];

/** A seat of a match whose room is closed: no client is connected. */
export function personOf<G extends GameName>({ seat, kind, name, player = "" }: ResultSeat): SeatInfo<G> {
  return personOn<G>(seat as SeatInfo<G>["seat"], { kind, name, player, connected: false });
}
