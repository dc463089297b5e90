import type { GameName } from "@flower-war/protocol";
import { PROVISIONAL_MATCHES, type Unrated } from "@flower-war/protocol/players";
import { isAgreed, placesOf } from "@flower-war/rules";
import type { StoredResult } from "../storage/journal/journal.ts";
import { blend, NEW_RATING, rate } from "./ratings.ts";
import type { NewFlag } from "./store/flags.ts";
import {
  type Meeting,
  NO_GAME,
  PAIR_PERIOD,
  type PlayerResult,
  type SettledPlayer,
  type Settlement,
  type StoredGame,
  type StoredRating,
  type Unsettled,
} from "./store/history-store.ts";

/** Rated matches with the same opponent, and with all from one's own network, while a rating is provisional. */
const PROVISIONAL_PER_OPPONENT = 2;

/** Matches of the same players in `PAIR_PERIOD` that count in full: each further one half as much as the one before, down to the least. */
const FULL_MATCHES = 3;
const LEAST_WEIGHT = 1 / 16;

/** A finished match whose players have histories. */
export type PlayedResult = StoredResult & {
  readonly game: GameName;
  readonly history: NonNullable<StoredResult["history"]>;
};

/** A player of a finished match. */
interface Participant {
  readonly player: string;
  /** The seats that they had at the end; a player without any was removed. */
  readonly seats: readonly string[];
  /** The first of those seats, or the seat that they lost. */
  readonly seat: string;
}

/**
 * Returns what a finished match means for its players who exist (docs/ratings.md), and whether it is rated.
 * @param running who played it, and where, by the histories so far: those without a seat at the end were removed
 * @param leastTurns in how many turns a player gives commands themselves for it to be rated for them
 */
export function settle(
  stored: PlayedResult,
  running: readonly { readonly player: string; readonly seat: string }[],
  unsettled: Unsettled,
  leastTurns: number,
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
    return {
      seat,
      place: placing?.place ?? null,
      won: (placing?.won ?? false) && !left,
      left,
      rating: null,
      unrated: null,
    };
  };
  const known = participants.flatMap((participant) => {
    const found = unsettled.players.find(({ player }) => player === participant.player);
    return found ? [{ ...found, seats: participant.seats, result: resultOf(participant) }] : [];
  });
  const accounts = known.filter(({ kind, result: { left, place } }) => kind === "account" && (left || place));
  const canRate =
    counts &&
    history.clock &&
    !history.hints &&
    !unsettled.isRated &&
    accounts.length > 1 &&
    participants.every(({ seats }) => seats.length < 2);
  const turnsOf = ({ result: { seat } }: Opponent) => history.turns && (history.turns[seat] ?? 0);
  const isShort = (one: Opponent) => (turnsOf(one) ?? leastTurns) < leastTurns;
  const isNear = (one: Seated, other: Seated) => comeTogether(history, one, other);
  const unrated = canRate ? findUnrated(accounts, isShort, isNear) : null;
  const rated = unrated ? accounts.filter(({ player }) => !unrated.has(player)) : [];
  const ratings = rateAll(rated, result.endedAt);
  const players = known.map(({ player, kind, game: before, result: one }): SettledPlayer => {
    const rating = ratings.get(player) ?? null;
    const after = counts ? addMatch(before ?? NO_GAME, one, rating) : null;
    const rate = { rating: changeOf(before, rating), unrated: unrated?.get(player) ?? null };
    const sameNetwork = rated.some((other) => other.player !== player && isNear({ result: one }, other));
    const others = known.filter((other) => other.player !== player && other.kind !== "bot");
    const amongPeople = isAmongPeople(history, one, others);
    return { player, kind, before, after, sameNetwork, amongPeople, result: { ...one, ...rate } };
  });
  const flags = canRate ? findFlags(history, accounts, unrated) : [];
  const { beganAt, endedAt } = result;
  const begun = { match, game, preset: history.preset, private: history.private, beganAt };
  return {
    settlement: { ...begun, endedAt, players, flags },
    rates: rated.length > 0,
  };
}

/** Returns the ids of all players who may have played a match. */
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

/** Who had a seat. */
interface Seated {
  readonly result: Pick<PlayerResult, "seat">;
}

/** An account that is rated among others, if the match is rated for it. */
interface Opponent {
  readonly player: string;
  readonly game: StoredGame | null;
  readonly met: readonly Meeting[];
  readonly near: number;
  readonly result: PlayerResult;
}

/** Whether two came from one network. */
function comeTogether({ sameNetwork = [] }: PlayedResult["history"], one: Seated, other: Seated): boolean {
  return sameNetwork.some((seats) => seats.includes(one.result.seat) && seats.includes(other.result.seat));
}

/**
 * Whether a match says if a player finishes theirs: another whose player is known, from elsewhere, had a seat too. One who stayed has
 * finished nothing unless both gave a command, as far as that was stored.
 */
function isAmongPeople(
  history: PlayedResult["history"],
  one: PlayerResult,
  others: readonly { readonly result: PlayerResult }[],
): boolean {
  const { turns } = history;
  const hasPlayed = ({ seat }: PlayerResult) => turns === undefined || (turns[seat] ?? 0) > 0;
  return others.some(
    (other) =>
      !comeTogether(history, { result: one }, other) &&
      (one.left || (hasPlayed(one) && hasPlayed(other.result))),
  );
}

/**
 * Finds the accounts for which a match is not rated, and why: those who hardly played, and those who have met all others too often for a
 * rating that is provisional: those from the player's network count as one. Of fewer than two who remain none is rated.
 */
function findUnrated(
  accounts: readonly Opponent[],
  isShort: (account: Opponent) => boolean,
  isNear: (one: Opponent, other: Opponent) => boolean,
): ReadonlyMap<string, Unrated> {
  const short = accounts.filter(isShort);
  const playing = accounts.filter((each) => !short.includes(each));
  const repeated = playing.filter((each) => {
    const others = playing.filter((other) => other !== each);
    const isProvisional = (each.game?.rated ?? 0) < PROVISIONAL_MATCHES;
    const isKnown = (other: Opponent) =>
      countMet(each, other.player) >= PROVISIONAL_PER_OPPONENT ||
      (each.near >= PROVISIONAL_PER_OPPONENT && isNear(each, other));
    return isProvisional && others.every(isKnown);
  });
  const unrated = new Map<string, Unrated>([
    ...short.map(({ player }) => [player, "short"] as const),
    ...repeated.map(({ player }) => [player, "repeated"] as const),
  ]);
  if (accounts.length - unrated.size > 1) return unrated;
  const reason = short.length > 0 ? "short" : "repeated";
  return new Map(accounts.map(({ player }) => [player, unrated.get(player) ?? reason]));
}

/** Finds flags for operators in a match of accounts: players from one network, and concessions before the match was played. */
function findFlags(
  { sameNetwork = [], conceded }: PlayedResult["history"],
  accounts: readonly Opponent[],
  unrated: ReadonlyMap<string, Unrated> | null,
): NewFlag[] {
  const inSeats = (seats: readonly string[]) =>
    accounts.filter(({ result }) => seats.includes(result.seat)).map(({ player }) => player);
  const together = sameNetwork.map(inSeats).filter(({ length }) => length > 1);
  const short = accounts.filter(({ player }) => unrated?.get(player) === "short").length;
  const all = accounts.map(({ player }) => player);
  return [
    ...together.map((players) => ({ kind: "same-network", players, evidence: {} }) as const),
    ...(conceded !== undefined && short > 0
      ? [{ kind: "instant-concession", players: all, evidence: { short } } as const]
      : []),
  ];
}

/** @param since ms since 1970 */
function countMet({ met }: Opponent, opponent: string, since = 0): number {
  return met.filter((each) => each.opponent === opponent && each.at >= since).length;
}

/** Returns how much a match counts for a player: less, the more often they met these others in the last days. */
function weightOf(account: Opponent, others: readonly Opponent[], endedAt: number): number {
  const weights = others.map(({ player }) => {
    const repeats = countMet(account, player, endedAt - PAIR_PERIOD) - FULL_MATCHES + 1;
    return Math.max(LEAST_WEIGHT, 2 ** -Math.max(0, repeats));
  });
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
}

/** Rates players among themselves; players who left share the last place. @param endedAt ms since 1970 */
function rateAll(players: readonly Opponent[], endedAt: number): ReadonlyMap<string, StoredRating> {
  if (players.length === 0) return new Map();
  const ratings = rate(
    players.map(({ game, result: { left, place } }) => ({
      rating: game?.rating ?? NEW_RATING,
      place: left || place === null ? Number.MAX_SAFE_INTEGER : place,
    })),
  );
  return new Map(
    players.flatMap((one, i) => {
      const [before, after] = [one.game?.rating ?? NEW_RATING, ratings[i]];
      const others = players.filter((other) => other !== one);
      return after ? [[one.player, blend(before, after, weightOf(one, others, endedAt))]] : [];
    }),
  );
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
