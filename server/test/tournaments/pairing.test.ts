import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../../test/support/seeded-random.ts";
import { chooseByes, pairPlayers, type Seatable, tableSizes } from "../../src/tournaments/pairing.ts";
import { WIN } from "../../src/tournaments/scores.ts";

interface Player extends Seatable {
  points: number;
  readonly met: Map<string, { times: number }>;
  readonly seats: number[];
  byes: number;
}

function newPlayers(count: number): Player[] {
  return Array.from({ length: count }, (_, order) => ({
    player: `p${order}`,
    order,
    points: 0,
    met: new Map<string, { times: number }>(),
    seats: [],
    byes: 0,
  }));
}

/** Plays a round: pairs, and gives each table's players points by chance. Returns the tables. */
function playRound(
  players: Player[],
  seats: number,
  fewest: number,
  random: SeededRandom,
  wins: "chance" | "none" = "chance",
) {
  const sizes = tableSizes(players.length, seats, fewest);
  const seated = sizes.reduce((sum, size) => sum + size, 0);
  const byes = chooseByes(players, players.length - seated);
  const tables = pairPlayers(
    players.filter((each) => !byes.includes(each)),
    sizes,
    (below) => random.below(below),
  );
  for (const each of byes) {
    each.byes += 1;
    each.points += WIN;
  }
  for (const table of tables) {
    const winner = random.below(table.length);
    for (const [seat, one] of table.entries()) {
      one.seats[seat] = (one.seats[seat] ?? 0) + 1;
      for (const other of table)
        if (other !== one) one.met.set(other.player, { times: (one.met.get(other.player)?.times ?? 0) + 1 });
    }
    const first = table[winner];
    if (first && wins === "chance") first.points += WIN;
  }
  return { tables, byes };
}

const mostMet = (players: readonly Player[]) =>
  Math.max(...players.flatMap(({ met }) => [...met.values()].map(({ times }) => times)));

const SEEDS = [1, 2, 3, 4, 5];

describe.for(SEEDS)("seed %i", (seed) => {
  test.for([8, 9, 16, 33, 60])(
    "%i players of two seats meet different people in half as many rounds",
    (count) => {
      const random = new SeededRandom(seed);
      const players = newPlayers(count);
      const rounds = Math.min(9, Math.floor(count / 2));
      for (let round = 1; round <= rounds; round += 1) {
        const { tables, byes } = playRound(players, 2, 2, random);
        const all = [...tables.flat(), ...byes];
        expect(new Set(all).size).toBe(count);
        expect(all).toHaveLength(count);
        expect(byes).toHaveLength(count % 2);
      }
      expect(mostMet(players)).toBe(1);
      expect(Math.max(...players.map(({ byes }) => byes))).toBe(count % 2);
    },
  );

  test.for([8, 16, 40])(
    "without byes %i players of two seats have sat in both as often, but for one",
    (count) => {
      const random = new SeededRandom(seed);
      const players = newPlayers(count);
      for (let round = 1; round <= count / 2 - 1; round += 1) {
        playRound(players, 2, 2, random);
        for (const {
          seats: [first = 0, second = 0],
        } of players)
          expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
      }
    },
  );

  test("players with the same points meet each other", () => {
    const random = new SeededRandom(seed);
    const players = newPlayers(64);
    // Of each seat as many win: none has to meet others for the sake of a seat.
    for (const [i, table] of playRound(players, 2, 2, random, "none").tables.entries()) {
      const winner = table[i % 2];
      if (winner) winner.points += WIN;
    }
    const { tables } = playRound(players, 2, 2, random, "none");
    for (const [one, other] of tables) expect(one?.points).toBe(other?.points);
  });

  test.for([
    [12, 3, 3, 4],
    [16, 4, 2, 3],
    [36, 4, 4, 5],
    [60, 5, 3, 4],
    [60, 6, 6, 3],
  ] as const)("%i players at tables of %i (at least %i) meet different people in %i rounds", (config) => {
    const [count, seats, fewest, rounds] = config;
    const random = new SeededRandom(seed);
    const players = newPlayers(count);
    for (let round = 1; round <= rounds; round += 1) {
      const { tables, byes } = playRound(players, seats, fewest, random);
      expect(byes).toHaveLength(0);
      expect(tables.flat()).toHaveLength(count);
      for (const table of tables) expect(table.length).toBe(seats);
    }
    const meetings = players.flatMap(({ met }) => [...met.values()].map(({ times }) => times));
    const again = meetings.filter((times) => times > 1).length / meetings.length;
    expect(again).toBeLessThan(0.1);
    if (count >= 9 * (seats - 1)) expect(again).toBe(0);
  });
});

test("tables are of different sizes only where the game can be played with fewer", () => {
  expect(tableSizes(9, 2, 2)).toEqual([2, 2, 2, 2]);
  expect(tableSizes(10, 4, 2)).toEqual([4, 3, 3]);
  expect(tableSizes(10, 4, 4)).toEqual([4, 4]);
  expect(tableSizes(5, 4, 3)).toEqual([4]);
  expect(tableSizes(7, 6, 2)).toEqual([4, 3]);
  expect(tableSizes(1, 2, 2)).toEqual([]);
  expect(tableSizes(0, 3, 2)).toEqual([]);
});

/** Counts how often it is asked who has met whom, which is what pairing takes its time for. */
class CountedMeetings extends Map<string, { times: number }> {
  static asked = 0;

  override get(player: string) {
    CountedMeetings.asked += 1;
    return super.get(player);
  }
}

test.for([2, 4, 6])("500 players at tables of %i are compared once each in each of 30 rounds", (seats) => {
  const random = new SeededRandom(7);
  const players = newPlayers(500).map((each) => ({ ...each, met: new CountedMeetings() }));
  const asked: number[] = [];
  for (let round = 1; round <= 30; round += 1) {
    CountedMeetings.asked = 0;
    const { tables } = playRound(players, seats, 2, random);
    asked.push(CountedMeetings.asked);
    expect(tables.flat()).toHaveLength(500);
  }
  expect(mostMet(players)).toBe(1);
  // What the test itself asks is in it.
  const pairs = (500 * 499) / 2;
  expect(Math.max(...asked)).toBeLessThan(1.1 * pairs);
});
