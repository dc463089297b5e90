import type { GameName } from "@flower-war/protocol";
import { isAgreed } from "@flower-war/rules";
import type { StoredResult } from "../storage/journal/journal.ts";
import { placesOf } from "./places.ts";
import { NEW_RATING, rate } from "./ratings.ts";
import {
  NO_GAME,
  type PlayerResult,
  type SettledPlayer,
  type Settlement,
  type StoredGame,
  type StoredRating,
  type Unsettled,
} from "./store/history-store.ts";

/** A finished match whose players have histories. */
export type PlayedResult = StoredResult & {
  readonly game: GameName;
  readonly history: NonNullable<StoredResult["history"]>;
};

/** A player of a finished match. */
interface Participant {
  readonly player: string;
  /** The seats that they had at the end; one who has none was removed. */
  readonly seats: readonly string[];
  /** The first of those, or the one that they lost. */
  readonly seat: string;
}

/**
 * Returns what a finished match means for its players who exist (docs/ratings.md), and whether it is rated.
 * @param running who played it, and where, by the histories so far: those without a seat at the end were removed
 */
export function settle(
  stored: PlayedResult,
  running: readonly { readonly player: string; readonly seat: string }[],
  unsettled: Unsettled,
): { readonly settlement: Settlement; readonly rates: boolean } {
  const { match, game, result, history } = stored;
  const participants = participantsOf(stored, running);
  const places = placesOf(
    result.outcome,
    result.seats.map(({ seat }) => seat),
  );
  const isAborted = isAgreed(result.outcome) && result.outcome.by === "abort";
  const removed = participants.filter(({ seats }) => seats.length === 0);
  const isBot = ({ player }: Participant) =>
    unsettled.players.some((known) => known.player === player && known.kind === "bot");
  const humans = result.seats.filter(({ kind }) => kind === "human");
  const people = humans.length + removed.filter((each) => !isBot(each)).length;
  const counts = !history.private && !isAborted && people > 1;
  const resultOf = (participant: Participant): PlayerResult => {
    const { seat, seats } = participant;
    const left = !isAborted && (seats.length === 0 || history.left.includes(seat));
    const placing = seats.length === 0 ? undefined : places?.get(seat);
    return { seat, place: placing?.place ?? null, won: (placing?.won ?? false) && !left, left, rating: null };
  };
  const known = participants.flatMap((participant) => {
    const found = unsettled.players.find(({ player }) => player === participant.player);
    return found ? [{ ...found, seats: participant.seats, result: resultOf(participant) }] : [];
  });
  const rated = known.filter(({ kind, result: { left, place } }) => kind === "account" && (left || place));
  const rates =
    counts &&
    history.clock &&
    !unsettled.isRated &&
    rated.length > 1 &&
    participants.every(({ seats }) => seats.length < 2);
  const ratings = rates ? rateAll(rated) : new Map<string, StoredRating>();
  const players = known.map(({ player, kind, game: before, result: one }): SettledPlayer => {
    const rating = ratings.get(player) ?? null;
    const after = counts ? addMatch(before ?? NO_GAME, one, rating) : null;
    return { player, kind, before, after, result: { ...one, rating: changeOf(before, rating) } };
  });
  const { beganAt, endedAt } = result;
  const begun = { match, game, preset: history.preset, private: history.private, beganAt };
  return { settlement: { ...begun, endedAt, players }, rates };
}

/** Returns the ids of all who may have played a match. */
export function playersOf(
  { result }: PlayedResult,
  running: readonly { readonly player: string }[],
): readonly string[] {
  const seated = result.seats.flatMap(({ player }) => player ?? []);
  return [...new Set([...seated, ...running.map(({ player }) => player)])];
}

function participantsOf(
  stored: PlayedResult,
  running: readonly { readonly player: string; readonly seat: string }[],
): readonly Participant[] {
  return playersOf(stored, running).map((player) => {
    const own = stored.result.seats.filter((each) => each.player === player).map(({ seat }) => seat);
    const lost = running.find((each) => each.player === player)?.seat ?? "";
    return { player, seats: own, seat: own[0] ?? lost };
  });
}

/** Rates players among themselves: those who left share the last place. */
function rateAll(
  players: readonly {
    readonly player: string;
    readonly game: StoredGame | null;
    readonly result: PlayerResult;
  }[],
): ReadonlyMap<string, StoredRating> {
  const ratings = rate(
    players.map(({ game, result: { left, place } }) => ({
      rating: game?.rating ?? NEW_RATING,
      place: left || place === null ? Number.MAX_SAFE_INTEGER : place,
    })),
  );
  return new Map(players.flatMap(({ player }, i) => (ratings[i] ? [[player, ratings[i]]] : [])));
}

/** Returns a rating as it is shown after a match, and by how much that rose. */
function changeOf(before: StoredGame | null, after: StoredRating | null): PlayerResult["rating"] {
  if (after === null) return null;
  const value = shownValue(after);
  return { value, change: value - shownValue(before?.rating ?? NEW_RATING) };
}

/** Returns the value of a rating as people see it: a whole number. */
export function shownValue({ value }: Pick<StoredRating, "value">): number {
  return Math.round(value);
}

function addMatch(game: StoredGame, { won, left }: PlayerResult, rating: StoredRating | null): StoredGame {
  return {
    version: game.version + 1,
    played: game.played + 1,
    won: game.won + Number(won),
    left: game.left + Number(left),
    rating: rating ?? game.rating,
    rated: game.rated + Number(rating !== null),
    ratedWon: game.ratedWon + Number(rating !== null && won),
  };
}
