import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { distinctName } from "../names/distinct-name.ts";
import { looksOf } from "../names/look.ts";
import { refuse } from "../refusal.ts";
import type { PairedTable, TournamentFact } from "./facts.ts";
import { chooseByes, pairPlayers, tableSizes } from "./pairing.ts";
import type { Entrant, Table, Tournament } from "./tournament.ts";

/*
 * What may happen in a tournament next. Each function takes the tournament as it is, and returns the facts that follow: none if there is
 * nothing to do.
 */

/** ms after which one who waits in an arena is paired also with those whom they played last, or at a table with fewer seats. */
const PATIENCE = 20_000;

/** ms after which a tournament ends that its organiser has paused. */
const LONGEST_PAUSE = 86_400_000;

/** A player who asks for a place in a tournament. */
export interface Candidate {
  readonly player: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "bot";
}

/** What pairing needs besides the tournament: the time in ms since 1970, ids of new matches, and chance. */
export interface Chances {
  readonly now: number;
  readonly newMatch: () => string;
  /** Returns an integer from 0 to less than its argument. */
  readonly draw: (below: number) => number;
  /** Whether players are left out: they are banned, or deleted. */
  readonly isBarred: (player: string) => boolean;
  /** Whether players are left out for now: they play in another tournament. */
  readonly isBusy: (player: string) => boolean;
  /** Whether its organiser was deleted. */
  readonly isDeserted: boolean;
}

/** Whether who left may register again, as far as it is up to them. */
export const mayReturn = ({ left, registrations }: Entrant): boolean =>
  left !== "removed" && registrations < TOURNAMENT_LIMITS.registrations;

/** @throws `RefusalError` with `tournament-over` */
function requireOpen(tournament: Tournament): void {
  if (tournament.status === "over") throw refuse("tournament-over");
}

/**
 * Lets a player take part, also one who withdrew. Asked again it changes nothing. A name that looks like that of another who is in the standings
 * gets a number, as at a table.
 * @throws `RefusalError` with `tournament-over`, `registration-closed`, also if they registered too often or were removed, `tournament-full`,
 *   `bot-account` or `account-needed`
 */
export function register(tournament: Tournament, { player, name, kind }: Candidate): TournamentFact[] {
  const { plan, entrants, round } = tournament;
  const { players, entrants: most } = TOURNAMENT_LIMITS;
  requireOpen(tournament);
  const known = tournament.find(player);
  if (known?.isIn) return [];
  if (kind === "bot" && !plan.bots) throw refuse("bot-account");
  if (kind === "guest" && plan.accountsOnly) throw refuse("account-needed");
  if (plan.rounds !== null && round >= plan.rounds) throw refuse("registration-closed");
  if (known && !mayReturn(known)) throw refuse("registration-closed");
  const others = entrants.filter((each) => each !== known && (each.isIn || each.wasPaired));
  if (others.length >= players || (!known && entrants.length >= most)) throw refuse("tournament-full");
  const looks = new Set(others.flatMap((other) => looksOf(other.name)));
  const isTaken = (wanted: string) => looksOf(wanted).some((look) => looks.has(look));
  const distinct = distinctName(name, [], isTaken);
  return [{ type: "registered", player, name: distinct, ...(kind === "bot" && { bot: true }) }];
}

/**
 * Pairs a player no more; a match that they play goes on.
 * @throws `RefusalError` with `tournament-over` or `not-registered`
 */
export function withdraw(tournament: Tournament, player: string, by?: "organiser"): TournamentFact[] {
  requireOpen(tournament);
  const entrant = tournament.find(player);
  if (!entrant) throw refuse("not-registered");
  const isDone = by === undefined ? !entrant.isIn : entrant.left === "removed";
  return isDone ? [] : [{ type: "withdrew", player, ...(by && { by }) }];
}

/** @throws `RefusalError` with `tournament-over` or `too-few-players` */
export function start(tournament: Tournament): TournamentFact[] {
  requireOpen(tournament);
  if (tournament.status !== "gathering") return [];
  if (!hasEnough(tournament)) throw refuse("too-few-players");
  return [{ type: "started" }];
}

/** Pairs no more until it is resumed. @throws `RefusalError` with `tournament-over` or `tournament-not-started` */
export function pause(tournament: Tournament): TournamentFact[] {
  requireOpen(tournament);
  if (tournament.status === "gathering") throw refuse("tournament-not-started");
  return tournament.status === "running" ? [{ type: "paused" }] : [];
}

/** @throws `RefusalError` as `pause` */
export function resume(tournament: Tournament): TournamentFact[] {
  requireOpen(tournament);
  if (tournament.status === "gathering") throw refuse("tournament-not-started");
  return tournament.status === "paused" ? [{ type: "resumed" }] : [];
}

/** Ends a tournament early: its places are those so far. Asked again it changes nothing. */
export function end(tournament: Tournament, by: "organiser" | "operator" = "organiser"): TournamentFact[] {
  return tournament.status === "over" ? [] : [{ type: "ended", by }];
}

/** Notes who did not come to a match that goes on. */
export function noteAbsent(
  tournament: Tournament,
  { match }: Pick<Table, "match">,
  absent: readonly string[],
): TournamentFact[] {
  const table = openTable(tournament, match);
  return table === null || table.isAttended ? [] : [{ type: "no-show", match, players: absent }];
}

/**
 * Notes how a match ended.
 * @param places of its players, by their ids; who is missing, or did not come, has none
 * @param absent who did not come, unless that was noted before
 */
export function noteResult(
  tournament: Tournament,
  { match, players }: Pick<Table, "match" | "players">,
  places: ReadonlyMap<string, number>,
  absent: readonly string[] = [],
): TournamentFact[] {
  const table = openTable(tournament, match);
  if (table === null) return [];
  const missing = table.isAttended ? table.absent : absent;
  const placeOf = (player: string) => (missing.includes(player) ? null : (places.get(player) ?? null));
  return [
    ...(absent.length > 0 ? noteAbsent(tournament, table, absent) : []),
    { type: "result", match, places: players.map(placeOf) },
  ];
}

function openTable(tournament: Tournament, match: string): Table | null {
  if (tournament.status === "over") return null;
  return tournament.openTables.find((table) => table.match === match) ?? null;
}

/** Returns what is due now: that it starts, pairs or ends. */
export function advance(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { plan, status, pausedAt } = tournament;
  const isWaiting = status === "paused" || (status === "gathering" && plan.startsAt === null);
  const isLong = pausedAt !== null && chances.now >= pausedAt + LONGEST_PAUSE;
  if (isWaiting && (chances.isDeserted || isLong)) return end(tournament);
  if (status === "gathering") {
    if (chances.now < startsBy(tournament)) return [];
    const isStarted = plan.startsAt !== null && hasEnough(tournament);
    return [isStarted ? { type: "started" } : { type: "ended", by: "too-few" }];
  }
  if (status !== "running") return [];
  return plan.kind === "arena" ? advanceArena(tournament, chances) : advanceRounds(tournament, chances);
}

/** When a tournament that has not started starts by itself, or else ends, ms since 1970. */
export function startsBy({ plan, createdAt }: Tournament): number {
  return plan.startsAt ?? createdAt + TOURNAMENT_LIMITS.gathering;
}

/** Whether it pairs now, if there are players. */
export function isPairing({ plan, status, openTables }: Tournament): boolean {
  return status === "running" && (plan.kind === "arena" || openTables.length === 0);
}

function hasEnough({ entrants, plan }: Tournament, but: (player: string) => boolean = () => false): boolean {
  return entrants.filter(({ isIn, player }) => isIn && !but(player)).length >= Math.max(2, plan.fewestSeats);
}

function advanceArena(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { now, isBarred, isBusy } = chances;
  if (now >= (tournament.endsAt ?? now)) return [{ type: "ended" }];
  const waiting = tournament.entrants.filter(
    ({ isIn, match, player }) => isIn && match === null && !isBarred(player) && !isBusy(player),
  );
  const { match, fewestSeats } = tournament.plan;
  const isPatient = waiting.every(({ waitsSince }) => now - waitsSince < PATIENCE);
  const sizes = isPatient
    ? Array.from({ length: Math.floor(waiting.length / match.seats) }, () => match.seats)
    : tableSizes(waiting.length, match.seats, Math.max(2, fewestSeats));
  const seats = sizes.reduce((sum, size) => sum + size, 0);
  // Those who have waited longest are paired first.
  const first = waiting.toSorted((a, b) => a.waitsSince - b.waitsSince || a.order - b.order).slice(0, seats);
  const tables = pair(first, sizes, chances);
  const fresh = isPatient ? tables.filter(({ players }) => !haveJustPlayed(tournament, players)) : tables;
  return fresh.length === 0 ? [] : [{ type: "paired", tables: fresh, byes: [] }];
}

/** Whether two of these players were at a table in the last match of each of them. */
function haveJustPlayed(tournament: Tournament, players: readonly string[]): boolean {
  const last = players.map((player) => tournament.find(player)?.last ?? null);
  return last.some((match, i) => match !== null && last.indexOf(match) !== i);
}

function advanceRounds(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { plan, round, openTables, quietSince, entrants } = tournament;
  const { isBarred, isBusy } = chances;
  if (openTables.length > 0) return [];
  if (round === plan.rounds) return [{ type: "ended" }];
  if (round > 0 && chances.now < quietSince + plan.pause) return [];
  if (!hasEnough(tournament, isBarred)) return [{ type: "ended", by: "too-few" }];
  const playing = entrants.filter(({ isIn, player }) => isIn && !isBarred(player) && !isBusy(player));
  const sizes = tableSizes(playing.length, plan.match.seats, Math.max(2, plan.fewestSeats));
  // Others play elsewhere: the round waits for them.
  if (sizes.length === 0) return [];
  const seats = sizes.reduce((sum, size) => sum + size, 0);
  const byes = chooseByes(playing, playing.length - seats);
  const away = new Set(byes.map(({ player }) => player));
  const seated = playing.filter(({ player }) => !away.has(player));
  return [{ type: "paired", tables: pair(seated, sizes, chances), byes: [...away] }];
}

function pair(
  entrants: readonly Entrant[],
  sizes: readonly number[],
  { newMatch, draw }: Chances,
): readonly PairedTable[] {
  if (sizes.length === 0) return [];
  return pairPlayers(entrants, sizes, draw).map((table) => ({
    match: newMatch(),
    players: table.map(({ player }) => player),
  }));
}
