import { ChanceReader } from "../../chance.ts";
import type { State } from "../state.ts";
import type { Coin, Table } from "../vocabulary.ts";

/** Any stream will do. */
const SEED = "00".repeat(32);

/** The first coins of the stream; every row of up to four coins is among them. */
const COINS = firstCoins(256);

function firstCoins(count: number): string {
  const reader = new ChanceReader(SEED);
  return Array.from({ length: count }, () => reader.below(2)).join("");
}

/** Returns a state that shows this table and in which these coins, at most four, fall next. */
export function withCoins(table: Table, coins: readonly Coin[]): State {
  const chance = COINS.indexOf(coins.join(""));
  if (chance < 0) throw new RangeError(`the coins ${coins.join("")} are not in the stream`);
  return { table, hidden: { seed: SEED, chance } };
}
