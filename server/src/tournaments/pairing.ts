import blossom from "edmonds-blossom-fixed";
import { WIN } from "./scores.ts";

/** A player who is to be paired. */
export interface Seatable {
  readonly player: string;
  /** In `WIN`ths of a win. */
  readonly points: number;
  /** How often they have met other players. */
  readonly met: ReadonlyMap<string, { readonly times: number }>;
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
/** Players among whom the best pairing is looked for at a time, and at most with those who were left before. */
const GROUP = { size: 64, most: 128 };
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
 * points. For two seats and up to 128 players that is the best of all pairings (Edmonds' blossom algorithm), of more the best in groups with the nearest
 * points; for more seats, where none is known that is quick enough, a good one. Both get better by exchanges. The work grows with the square of
 * the players.
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
  const areTwo = sizes.every((size) => size === 2);
  const costs = new Costs(ranked, areTwo);
  const all = ranked.map((_, i) => i);
  const tables = areTwo ? pairTwo(all, costs) : fillTables(all, sizes, costs);
  if (!areTwo || all.length > GROUP.most) improve(tables, costs);
  return tables.map((table) =>
    seatPlayers(
      table.flatMap((i) => ranked[i] ?? []),
      draw,
    ),
  );
}

/** How bad it is that two meet, by their numbers in `ranked`. */
class Costs {
  readonly #count: number;
  readonly #between: Float64Array;

  /** @param areTwo whether it counts which seat they lack */
  constructor(ranked: readonly Seatable[], areTwo: boolean) {
    this.#count = ranked.length;
    this.#between = new Float64Array(ranked.length ** 2);
    const lacking = ranked.map((each) => (areTwo ? lackingOf(each) : null));
    for (const [i, one] of ranked.entries()) {
      for (let j = i + 1; j < ranked.length; j += 1) {
        const other = ranked[j];
        if (!other) continue;
        const distance = (2 * Math.abs(one.points - other.points)) / WIN;
        const isUneven = lacking[i] !== null && lacking[i] === lacking[j];
        const cost =
          (one.met.get(other.player)?.times ?? 0) * COSTS.metBefore +
          (isUneven ? COSTS.sameSeatsLacking : 0) +
          COSTS.tied * distance * distance;
        this.#between[i * this.#count + j] = this.#between[j * this.#count + i] = cost;
      }
    }
  }

  between(i: number, j: number): number {
    return this.#between[i * this.#count + j] ?? 0;
  }

  ofTable(table: readonly number[]): number {
    return table.reduce((sum, one) => sum + this.ofMeeting(one, table, one), 0) / 2;
  }

  /** Returns how bad it is that a player meets all of a table but for one. */
  ofMeeting(player: number, table: readonly number[], but: number): number {
    let cost = 0;
    for (const other of table) if (other !== but) cost += this.between(player, other);
    return cost;
  }
}

/** The seat of two that a player lacks; `null`: neither. */
function lackingOf({ seats: [first = 0, second = 0] }: Seatable): 0 | 1 | null {
  return first === second ? null : first < second ? 0 : 1;
}

/** @param all an even number of players, those with most points first */
function pairTwo(all: readonly number[], costs: Costs): number[][] {
  const tables: number[][] = [];
  let left: number[] = [];
  const groups = all.length <= GROUP.most ? all.length : GROUP.size;
  for (let first = 0; first < all.length; first += groups) {
    const pool = [...left, ...all.slice(first, first + groups)];
    const pairs = matchNear(pool, costs);
    const paired = new Set(pairs.flat());
    left = pool.filter((each) => !paired.has(each));
    const isLast = first + groups >= all.length;
    if (left.length > 0 && isLast && pool.length <= GROUP.most) return [...tables, ...match(pool, costs)];
    tables.push(...pairs);
    if (isLast || left.length > GROUP.most - GROUP.size) {
      tables.push(...pairLeft(left, costs));
      left = left.length % 2 === 0 ? [] : left.slice(-1);
    }
  }
  return tables;
}

/** Pairs players, but for the last one of an odd number, one after the other. */
function pairLeft(left: readonly number[], costs: Costs): number[][] {
  const even = left.slice(0, left.length - (left.length % 2));
  const sizes = Array.from({ length: even.length / 2 }, () => 2);
  return fillTables(even, sizes, costs);
}

/** Returns the best pairs of near players who have not met and lack different seats: most often those are all. */
function matchNear(pool: readonly number[], costs: Costs): number[][] {
  for (let near = NEAR; ; near *= 2) {
    const pairs = match(pool, costs, near);
    if (pairs.length * 2 === pool.length || near >= pool.length) return pairs;
  }
}

/** Returns the best pairs. @param near of how many others behind each player, and only of those that cost little; missing: of all */
function match(pool: readonly number[], costs: Costs, near?: number): number[][] {
  const edges: [number, number, number][] = [];
  const most = near ?? pool.length;
  for (const [i, one] of pool.entries()) {
    let count = 0;
    for (let j = i + 1; j < pool.length && count < most; j += 1) {
      const cost = costs.between(one, pool[j] ?? one);
      if (near !== undefined && cost >= COSTS.sameSeatsLacking) continue;
      edges.push([i, j, -cost]);
      count += 1;
    }
  }
  if (edges.length === 0) return [];
  return blossom(edges, true).flatMap((j, i) => {
    const [one, other] = [pool[i], pool[j]];
    return j > i && one !== undefined && other !== undefined ? [[one, other]] : [];
  });
}

/** Fills one table after the other with who fits best there. */
function fillTables(all: readonly number[], sizes: readonly number[], costs: Costs): number[][] {
  const left = [...all];
  return sizes.map((size) => {
    const table = left.splice(0, 1);
    while (table.length < size) {
      const meetings = left.slice(0, 2 * NEAR).map((other) => costs.ofMeeting(other, table, other));
      table.push(...left.splice(meetings.indexOf(Math.min(...meetings)), 1));
    }
    return table;
  });
}

/** Exchanges players between tables for as long as that helps, and a few times at most. */
function improve(tables: number[][], costs: Costs): void {
  for (let pass = 0; pass < PASSES; pass += 1) if (!exchangeAll(tables, costs)) return;
}

/** Returns whether a player changed tables. Where people meet again, or lack the same seat, any other table is looked at. */
function exchangeAll(tables: number[][], costs: Costs): boolean {
  let hasChanged = false;
  for (const [i, table] of tables.entries()) {
    let isBad = costs.ofTable(table) >= COSTS.sameSeatsLacking;
    for (const [j, other] of tables.entries()) {
      const isNear = j > i && j <= i + NEAR_TABLES;
      if (!isNear && (!isBad || j === i)) continue;
      if (!exchange(table, other, costs)) continue;
      hasChanged = true;
      isBad = costs.ofTable(table) >= COSTS.sameSeatsLacking;
    }
  }
  return hasChanged;
}

/** Exchanges two players of two tables if that is better. */
function exchange(table: number[], other: number[], costs: Costs): boolean {
  let hasChanged = false;
  for (const [i, one] of [...table].entries()) {
    for (const [j, two] of [...other].entries()) {
      if (table[i] !== one || other[j] !== two) continue;
      const now = costs.ofMeeting(one, table, one) + costs.ofMeeting(two, other, two);
      if (costs.ofMeeting(two, table, one) + costs.ofMeeting(one, other, two) >= now) continue;
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
