import { below } from "../../chance.ts";
import type { State } from "../state.ts";
import type { Coin, Table } from "../vocabulary.ts";

/** Any stream will do. */
const SEED = "00".repeat(32);

/** Where in the stream these coins fall, by the coins in a row. */
const places = new Map<string, number>();

/** A world that shows this table and in which these coins fall next: what they lead to is what the rules say. */
export function withCoins(table: Table, coins: readonly Coin[]): State {
  return { table, hidden: { seed: SEED, chance: placeOf(coins) } };
}

function placeOf(coins: readonly Coin[]): number {
  const row = coins.join("");
  const known = places.get(row);
  if (known !== undefined) return known;
  let place = 0;
  while (!fallAt(place, coins)) place += 1;
  places.set(row, place);
  return place;
}

function fallAt(place: number, coins: readonly Coin[]): boolean {
  return coins.every((coin, index) => below(SEED, place + index, 2).value === coin);
}
