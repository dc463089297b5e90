import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { refuse } from "../refusal.ts";
import type { PairedTable, TournamentFact } from "./facts.ts";
import { chooseByes, pairPlayers, type Seatable, tableSizes } from "./pairing.ts";
import { pointsOf } from "./standings.ts";
import type { Entrant, Table, Tournament } from "./tournament.ts";

/*
 * What may happen in a tournament next. Each function takes the tournament as it is, and returns the facts that follow: none if there is
 * nothing to do.
 */

/** ms after which one who waits in an arena is paired also with those whom they played last, or at a table with fewer seats. */
const PATIENCE = 20_000;

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
}

/** @throws `RefusalError` with `tournament-over` */
function requireOpen(tournament: Tournament): void {
  if (tournament.status === "over") throw refuse("tournament-over");
}

/**
 * Lets a player take part, also one who withdrew. Asked again it changes nothing.
 * @throws `RefusalError` with `tournament-over`, `registration-closed`, `tournament-full`, `bot-account` or `account-needed`
 */
export function register(tournament: Tournament, { player, name, kind }: Candidate): TournamentFact[] {
  const { plan, entrants, round } = tournament;
  requireOpen(tournament);
  const known = tournament.find(player);
  if (known?.isIn) return [];
  if (kind === "bot" && !plan.bots) throw refuse("bot-account");
  if (kind === "guest" && plan.accountsOnly) throw refuse("account-needed");
  if (plan.rounds !== null && round >= plan.rounds) throw refuse("registration-closed");
  if (!known && entrants.length >= TOURNAMENT_LIMITS.players) throw refuse("tournament-full");
  return [{ type: "registered", player, name, ...(kind === "bot" && { bot: true }) }];
}

/**
 * Pairs a player no more; a match that they play goes on.
 * @throws `RefusalError` with `tournament-over` or `not-registered`
 */
export function withdraw(tournament: Tournament, player: string, by?: "organiser"): TournamentFact[] {
  requireOpen(tournament);
  const entrant = tournament.find(player);
  if (!entrant) throw refuse("not-registered");
  return entrant.isIn ? [{ type: "withdrew", player, ...(by && { by }) }] : [];
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
export function end(tournament: Tournament): TournamentFact[] {
  return tournament.status === "over" ? [] : [{ type: "ended", by: "organiser" }];
}

/** Notes who did not come to a match; one that has not begun is over then, and those who came beat the others. */
export function noteAbsent(
  tournament: Tournament,
  { match, players }: Table,
  absent: readonly string[],
  hasBegun: boolean,
): TournamentFact[] {
  const table = openTable(tournament, match);
  if (table === null || table.isAttended) return [];
  const places = players.map((player) => (absent.includes(player) ? null : 1));
  return [
    { type: "no-show", match, players: absent },
    ...(hasBegun ? [] : [{ type: "result", match, places } as const]),
  ];
}

/** Notes how a match ended. @param places of its players, by their ids; who is missing has none */
export function noteResult(
  tournament: Tournament,
  { match, players }: Table,
  places: ReadonlyMap<string, number>,
): TournamentFact[] {
  if (openTable(tournament, match) === null) return [];
  return [{ type: "result", match, places: players.map((player) => places.get(player) ?? null) }];
}

function openTable(tournament: Tournament, match: string): Table | null {
  if (tournament.status === "over") return null;
  return tournament.openTables.find((table) => table.match === match) ?? null;
}

/** Returns what is due now: that it starts, pairs or ends. */
export function advance(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { plan, status, createdAt } = tournament;
  if (status === "gathering") {
    const due = plan.startsAt ?? createdAt + TOURNAMENT_LIMITS.gathering;
    if (chances.now < due) return [];
    const isStarted = plan.startsAt !== null && hasEnough(tournament);
    return [isStarted ? { type: "started" } : { type: "ended", by: "too-few" }];
  }
  if (status !== "running") return [];
  return plan.kind === "arena" ? advanceArena(tournament, chances) : advanceRounds(tournament, chances);
}

function hasEnough({ entrants, plan }: Tournament): boolean {
  return entrants.filter(({ isIn }) => isIn).length >= Math.max(2, plan.fewestSeats);
}

function advanceArena(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { now } = chances;
  if (now >= (tournament.endsAt ?? now)) return [{ type: "ended" }];
  const waiting = tournament.entrants.filter(({ isIn, match }) => isIn && match === null);
  const { match, fewestSeats } = tournament.plan;
  const isPatient = waiting.every(({ waitsSince }) => now - waitsSince < PATIENCE);
  const sizes = isPatient
    ? Array.from({ length: Math.floor(waiting.length / match.seats) }, () => match.seats)
    : tableSizes(waiting.length, match.seats, Math.max(2, fewestSeats));
  const seats = sizes.reduce((sum, size) => sum + size, 0);
  // Those who have waited longest are paired first.
  const first = waiting.toSorted((a, b) => a.waitsSince - b.waitsSince || a.order - b.order).slice(0, seats);
  const tables = pair(tournament, first, sizes, chances);
  const fresh = isPatient ? tables.filter(({ players }) => !haveJustPlayed(tournament, players)) : tables;
  return fresh.length === 0 ? [] : [{ type: "paired", tables: fresh, byes: [] }];
}

/** Whether two of these players were at a table in the last match of each of them. */
function haveJustPlayed({ tables }: Tournament, players: readonly string[]): boolean {
  const last = players.map((player) => tables.findLast((table) => table.players.includes(player))?.match);
  return last.some((match, i) => match !== undefined && last.indexOf(match) !== i);
}

function advanceRounds(tournament: Tournament, chances: Chances): TournamentFact[] {
  const { plan, round, openTables, quietSince } = tournament;
  if (openTables.length > 0) return [];
  if (round === plan.rounds) return [{ type: "ended" }];
  if (round > 0 && chances.now < quietSince + plan.pause) return [];
  if (!hasEnough(tournament)) return [{ type: "ended", by: "too-few" }];
  const playing = tournament.entrants.filter(({ isIn }) => isIn);
  const sizes = tableSizes(playing.length, plan.match.seats, Math.max(2, plan.fewestSeats));
  const seats = sizes.reduce((sum, size) => sum + size, 0);
  const byes = chooseByes(seatablesOf(tournament, playing), playing.length - seats);
  const away = new Set(byes.map(({ player }) => player));
  const seated = playing.filter(({ player }) => !away.has(player));
  return [{ type: "paired", tables: pair(tournament, seated, sizes, chances), byes: [...away] }];
}

function pair(
  tournament: Tournament,
  entrants: readonly Entrant[],
  sizes: readonly number[],
  { newMatch, draw }: Chances,
): readonly PairedTable[] {
  if (sizes.length === 0) return [];
  return pairPlayers(seatablesOf(tournament, entrants), sizes, draw).map((table) => ({
    match: newMatch(),
    players: table.map(({ player }) => player),
  }));
}

/** Returns players with what they have played in the tournament so far. */
function seatablesOf(tournament: Tournament, entrants: readonly Entrant[]): readonly Seatable[] {
  const points = pointsOf(tournament);
  const played = new Map(
    entrants.map(({ player }) => [player, { met: new Map<string, number>(), seats: [] as number[] }]),
  );
  for (const { players } of tournament.tables) {
    for (const [seat, player] of players.entries()) {
      const own = played.get(player);
      if (!own) continue;
      own.seats[seat] = (own.seats[seat] ?? 0) + 1;
      for (const other of players) if (other !== player) own.met.set(other, (own.met.get(other) ?? 0) + 1);
    }
  }
  return entrants.map(({ player, order, byes }) => ({
    player,
    order,
    byes,
    points: points.get(player) ?? 0,
    met: played.get(player)?.met ?? new Map(),
    seats: played.get(player)?.seats ?? [],
  }));
}
