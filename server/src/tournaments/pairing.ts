import blossom from "edmonds-blossom-fixed";
import { WIN } from "./standings.ts";

/** A player who is to be paired. */
export interface Seatable {
  readonly player: string;
  /** In `WIN`ths of a win. */
  readonly points: number;
  /** How often they have met each other player. */
  readonly met: ReadonlyMap<string, number>;
  /** How often they have sat in each seat, in turn order. */
  readonly seats: readonly number[];
  /** How many registered before them. */
  readonly order: number;
  readonly byes: number;
}

/** What makes a table worse: the first outweighs any number of the second, and so on. */
const COSTS = { metBefore: 1e8, sameSeatsLacking: 1e6, tied: 10 };

/** How many of the players nearest in points are looked at for each player at first. */
const NEAR = 16;
/** Tables on each side with which a table exchanges players, and how often all do. */
const NEAR_TABLES = 6;
const PASSES = 6;

/**
 * Returns the sizes of tables for so many players: of `seats` each, or as even as possible if fewer seats can be played with. Who is left has
 * to wait, or gets a bye.
 */
export function tableSizes(players: number, seats: number, fewest: number): readonly number[] {
  const tables = Math.ceil(players / seats);
  if (players >= tables * fewest) {
    const more = players % tables;
    return Array.from({ length: tables }, (_, i) => Math.floor(players / tables) + Number(i < more));
  }
  return Array.from({ length: Math.floor(players / seats) }, () => seats);
}

/** Returns so many players for a bye: those with the fewest byes, then with the fewest points, then who registered last. */
export function chooseByes<P extends Seatable>(players: readonly P[], count: number): readonly P[] {
  return players
    .toSorted((a, b) => a.byes - b.byes || a.points - b.points || b.order - a.order)
    .slice(0, count);
}

/**
 * Pairs players: with people whom they have not met, as far as that is possible, then with seats as even as possible, then with the same
 * points. For two seats that is the best of all pairings (Edmonds' blossom algorithm); for more, where none is known that is quick enough, a
 * good one that gets better by exchanges.
 * @param sizes of the tables; as many seats as there are players
 * @param draw returns an integer from 0 to less than its argument: it decides between equals
 * @returns the players of each table in the order of its seats
 */
export function pairPlayers<P extends Seatable>(
  players: readonly P[],
  sizes: readonly number[],
  draw: (below: number) => number,
): readonly (readonly P[])[] {
  const drawn = new Map(players.map((each) => [each, draw(1 << 20)]));
  const ranked = players.toSorted(
    (a, b) => b.points - a.points || (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0) || a.order - b.order,
  );
  const tables = sizes.every((size) => size === 2) ? pairTwo(ranked) : pairMore(ranked, sizes);
  return tables.map((table) => seatPlayers(table, draw));
}

/** Returns how bad it is that two meet. */
function costOf(one: Seatable, other: Seatable): number {
  const met = one.met.get(other.player) ?? 0;
  const distance = (2 * Math.abs(one.points - other.points)) / WIN;
  return met * COSTS.metBefore + COSTS.tied * distance * distance;
}

/** The seat of two that a player lacks; `null`: neither. */
function lackingOf({ seats: [first = 0, second = 0] }: Seatable): 0 | 1 | null {
  return first === second ? null : first < second ? 0 : 1;
}

function costOfTwo(one: Seatable, other: Seatable): number {
  const lacking = lackingOf(one);
  const isUneven = lacking !== null && lacking === lackingOf(other);
  return costOf(one, other) + (isUneven ? COSTS.sameSeatsLacking : 0);
}

/** @param ranked an even number of players, those with most points first */
function pairTwo<P extends Seatable>(ranked: readonly P[]): readonly (readonly P[])[] {
  // Most often the best pairing is one of near players; to prove otherwise takes all of them.
  const near = match(ranked, (one) => {
    const later = ranked.slice(ranked.indexOf(one) + 1);
    const others = later.filter((other) => costOfTwo(one, other) < COSTS.sameSeatsLacking);
    return others.slice(0, NEAR);
  });
  if (near.length * 2 === ranked.length) return near;
  return match(ranked, (one) => ranked.slice(ranked.indexOf(one) + 1));
}

/** Returns the best pairs among the others that each player may meet: those behind them in `ranked`. */
function match<P extends Seatable>(
  ranked: readonly P[],
  othersOf: (one: P) => readonly P[],
): readonly (readonly P[])[] {
  const index = new Map(ranked.map((each, i) => [each, i]));
  const edges = ranked.flatMap((one, i) =>
    othersOf(one).map((other) => [i, index.get(other) ?? 0, -costOfTwo(one, other)] as const),
  );
  if (edges.length === 0) return [];
  return blossom(edges, true).flatMap((j, i) => {
    const [one, other] = [ranked[i], ranked[j]];
    return j > i && one && other ? [[one, other]] : [];
  });
}

function costOfTable(table: readonly Seatable[]): number {
  let cost = 0;
  for (const [i, one] of table.entries()) for (const other of table.slice(i + 1)) cost += costOf(one, other);
  return cost;
}

/** Returns how bad it is that a player meets all of a table but for one. */
function costOfMeeting(player: Seatable, table: readonly Seatable[], but: Seatable): number {
  let cost = 0;
  for (const other of table) if (other !== but) cost += costOf(player, other);
  return cost;
}

/** Fills one table after the other with who fits best there, then exchanges players between tables for as long as that helps. */
function pairMore<P extends Seatable>(
  ranked: readonly P[],
  sizes: readonly number[],
): readonly (readonly P[])[] {
  const left = [...ranked];
  const tables = sizes.map((size) => {
    const table = left.splice(0, 1);
    while (table.length < size) {
      const costs = left.slice(0, 2 * NEAR).map((other) => costOfMeeting(other, table, other));
      table.push(...left.splice(costs.indexOf(Math.min(...costs)), 1));
    }
    return table;
  });
  for (let pass = 0; pass < PASSES; pass += 1) if (!exchangeAll(tables)) break;
  return tables;
}

/** Returns whether a player changed tables. Where people meet again, any other table is looked at. */
function exchangeAll(tables: Seatable[][]): boolean {
  let hasChanged = false;
  for (const [i, table] of tables.entries()) {
    for (const [j, other] of tables.entries()) {
      const isNear = j > i && j <= i + NEAR_TABLES;
      const isBad = j !== i && costOfTable(table) >= COSTS.metBefore;
      if ((isNear || isBad) && exchange(table, other)) hasChanged = true;
    }
  }
  return hasChanged;
}

/** Exchanges two players of two tables if that is better. */
function exchange(table: Seatable[], other: Seatable[]): boolean {
  let hasChanged = false;
  for (const [i, one] of [...table].entries()) {
    for (const [j, two] of [...other].entries()) {
      if (table[i] !== one || other[j] !== two) continue;
      const now = costOfMeeting(one, table, one) + costOfMeeting(two, other, two);
      if (costOfMeeting(two, table, one) + costOfMeeting(one, other, two) >= now) continue;
      table[i] = two;
      other[j] = one;
      hasChanged = true;
    }
  }
  return hasChanged;
}

/** Returns the players of a table in that order of its seats in which each has been there least often. */
function seatPlayers<P extends Seatable>(table: readonly P[], draw: (below: number) => number): readonly P[] {
  const shuffled = [...table];
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    const j = draw(i + 1);
    const [one, other] = [shuffled[i], shuffled[j]];
    if (one && other) [shuffled[i], shuffled[j]] = [other, one];
  }
  let [best, least] = [shuffled, Number.POSITIVE_INFINITY];
  const seat = (seated: P[], left: readonly P[], cost: number): void => {
    if (cost >= least) return;
    if (left.length === 0) [best, least] = [seated, cost];
    for (const [i, each] of left.entries()) {
      const more = cost + 2 * (each.seats[seated.length] ?? 0) + 1;
      seat([...seated, each], left.toSpliced(i, 1), more);
    }
  };
  seat([], shuffled, 0);
  return best;
}
