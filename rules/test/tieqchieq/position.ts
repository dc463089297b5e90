import { ChanceReader } from "../../src/chance.ts";
import type { Accepted } from "../../src/game.ts";
import { stepOf } from "../../src/tieqchieq/board.ts";
import { answersOf } from "../../src/tieqchieq/legal.ts";
import {
  type Coin,
  type Command,
  type Event,
  type RefusalCode,
  type Seat,
  type Square,
  type State,
  type Table,
  type Tieqchieq,
  type Tokens,
  tieqchieq,
} from "../../src/tieqchieq/index.ts";

export const SEED = "42".repeat(32);

/** What matters in a position; everything else is as after the setup. Red is active by default. */
export interface Wanted {
  readonly turn?: Seat;
  readonly red?: Placed;
  readonly yellow?: Placed;
  readonly tosses?: number;
  /** The next coins. */
  readonly coins?: readonly Coin[];
}

/** A colour's squares, as words, and how many of its tokens are home; the others are in reserve. */
export interface Placed {
  readonly at?: string;
  readonly home?: number;
}

/** Returns a state in which the active seat tosses next. */
export function position({ turn = "red", red = {}, yellow = {}, tosses = 0, coins = [] }: Wanted): State {
  const start = tieqchieq.setup({ first: turn }, 2, SEED);
  const tokens = { red: tokensOf("red", red), yellow: tokensOf("yellow", yellow) };
  return {
    table: { ...start.table, turn, tokens, tosses },
    hidden: { ...start.hidden, chance: chanceThatTosses(coins) },
  };
}

function tokensOf(seat: Seat, { at = "", home = 0 }: Placed): Tokens {
  const squares = (at === "" ? [] : at.split(" ")) as Square[];
  squares.sort((one, other) => stepOf(seat, one) - stepOf(seat, other));
  return { reserve: 6 - home - squares.length, at: squares, home };
}

function chanceThatTosses(coins: readonly Coin[]): number {
  for (let start = 1000; ; start += 1) {
    const reader = new ChanceReader(SEED, start);
    if (coins.every((coin) => reader.below(2) === coin)) return start;
  }
}

/** Returns four coins that make a roll. */
export function rolling(roll: number): readonly Coin[] {
  return [0, 1, 2, 3].map((coin): Coin => (coin < roll ? 1 : 0));
}

/**
 * Returns the position after the active seat tossed this roll.
 * @param battle the coins of a battle after it
 */
export function rolled(roll: number, wanted: Wanted, battle: readonly Coin[] = []): State {
  return play(position({ ...wanted, coins: [...rolling(roll), ...battle] }), { type: "toss" });
}

/** Returns the state after a command of the active seat, which must be accepted. */
export function play(state: State, command: Command): State {
  return accept(state, command).state;
}

/** Returns the events of a command of the active seat, which must be accepted. */
export function eventsOf(state: State, command: Command): readonly Event[] {
  return accept(state, command).events;
}

function accept(state: State, command: Command): Accepted<Tieqchieq> {
  const decided = tieqchieq.decide(state, state.table.turn, command);
  if (decided.events === undefined) {
    throw new Error(`${JSON.stringify(command)} is refused: ${decided.refused}`);
  }
  return decided;
}

/** Returns the code with which a command of the active seat is refused; `null` if it is accepted. */
export function refusal(state: State, command: unknown): RefusalCode | null {
  return tieqchieq.decide(state, state.table.turn, command).refused ?? null;
}

/** Returns the answers of the active seat, in words: `toss`, `introduce`, `move e3`, `plus true`; `concede` is none. */
export function answers({ table }: State): readonly string[] {
  return answersOf(table, table.turn).map((command) => Object.values(command).join(" "));
}

/** Returns a short text of the squares, reserve and home of both colours, the turn and the phase. */
export function short({ table }: State): string {
  const { phase, turn } = table;
  return [describeTokens(table, "red"), describeTokens(table, "yellow"), `${turn} ${phase}`].join(" | ");
}

function describeTokens({ tokens }: Table, seat: Seat): string {
  const { reserve, at, home } = tokens[seat];
  return [...at, `res ${reserve}`, ...(home > 0 ? [`home ${home}`] : [])].join(" ");
}
