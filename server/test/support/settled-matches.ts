import { expect } from "vitest";
import { findCircle } from "../../src/history/circles.ts";
import { type PlayedResult, settle } from "../../src/history/settlement.ts";
import { HistoryStore } from "../../src/history/store/history-store.ts";
import { RatingReviews } from "../../src/history/store/rating-reviews.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";

const LEAST_TURNS = 6;
export const GAME = "tieqchieq";

/** How a match went that is settled at once. */
interface Played {
  /** Of each seat, in which its player gave commands. */
  readonly turns?: number;
  readonly history?: Partial<PlayedResult["history"]>;
}

/** Opens the stores of histories with so many accounts, and a way to settle matches of theirs that no room has played. */
export async function openAccounts(database: SqlDatabase, count: number) {
  const [players, store, reviews] = [
    new PlayerStore(database),
    new HistoryStore(database),
    new RatingReviews(database),
  ];
  const ids = Array.from({ length: count }, (_, i) => `player${String(i).padStart(6, "0")}`);
  for (const id of ids) {
    await players.add({ id, name: id, kind: "account", generation: 0, createdAt: 0, seenAt: 0 });
  }
  let matches = 0;
  /** Settles a match of players who ended in this order. */
  async function play(ended: readonly string[], endedAt: number, { turns = 30, history = {} }: Played = {}) {
    const seats = ended.map((player, i) => ({ seat: `s${i}`, kind: "human" as const, name: player, player }));
    const standings = seats.map(({ seat }, i) => ({ seat, place: i + 1 }));
    const dates = { createdAt: 0, beganAt: endedAt, endedAt };
    const turnsOf = Object.fromEntries(seats.map(({ seat }) => [seat, turns]));
    const stored: PlayedResult = {
      match: `match${String(matches++).padStart(7, "0")}`,
      code: "CODE",
      game: GAME,
      result: { options: {}, seats, outcome: { winner: "s0", standings }, entries: 9, ...dates },
      history: { preset: "", private: false, clock: true, left: [], turns: turnsOf, ...history },
    };
    const unsettled = await store.readUnsettled(stored.match, GAME, ended, endedAt);
    const { settlement, rates } = settle(stored, [], unsettled, LEAST_TURNS);
    expect(await store.settle(settlement, rates)).toBe(true);
    return settlement.players;
  }
  const gameOf = async (player: string) => (await store.listGames(player))[0];
  const circleOf = (player: string) => findCircle(player, (id) => reviews.listTogether(id, GAME, 0));
  return { database, ids, players, store, reviews, play, gameOf, circleOf };
}
