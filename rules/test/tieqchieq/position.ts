import { below } from "../../src/chance.ts";
import { fold } from "../../src/record.ts";
import { stepOf } from "../../src/tieqchieq/board.ts";
import {
  type Coin,
  type Command,
  type Event,
  type Refusal,
  type Seat,
  type Square,
  type State,
  type Table,
  type Tokens,
  tieqchieq,
} from "../../src/tieqchieq/index.ts";

export const SEED = "42".repeat(32);

/** What matters of a position; all else is as after the setup. Red is active unless told. */
export interface Wanted {
  readonly turn?: Seat;
  readonly red?: Placed;
  readonly yellow?: Placed;
  readonly tosses?: number;
  /** What is drawn next, coin by coin. */
  readonly coins?: readonly Coin[];
}

/** A colour's squares, as words, and how many of its tokens are home; the others are in reserve. */
export interface Placed {
  readonly at?: string;
  readonly home?: number;
}

/** A state in which the active seat is to toss. */
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
    let at = start;
    const fall = coins.every((coin) => {
      const { value, position: after } = below(SEED, at, 2);
      at = after;
      return value === coin;
    });
    if (fall) return start;
  }
}

/** Four coins that make a roll. */
export function rolling(roll: number): readonly Coin[] {
  return [0, 1, 2, 3].map((coin): Coin => (coin < roll ? 1 : 0));
}

/** The position after the active seat tossed this roll; `battle`: the coins of the battle after it. */
export function rolled(roll: number, wanted: Wanted, battle: readonly Coin[] = []): State {
  return play(position({ ...wanted, coins: [...rolling(roll), ...battle] }), { type: "toss" });
}

/** The state after a command of the active seat, which must be accepted. */
export function play(state: State, command: Command): State {
  return fold(tieqchieq, state, factsOf(state, command));
}

/** What follows from a command of the active seat, which must be accepted. */
export function factsOf(state: State, command: Command): readonly Event[] {
  const { events, refused } = tieqchieq.decide(state, state.table.turn, command);
  if (events === undefined) throw new Error(`${JSON.stringify(command)} is refused: ${refused}`);
  return events;
}

/** The code with which a command of the active seat is refused; `null`: it is accepted. */
export function refusal(state: State, command: unknown): Refusal | null {
  return tieqchieq.decide(state, state.table.turn, command).refused ?? null;
}

/** The legal commands of the active seat, in words: `toss`, `introduce`, `move e3`, `plus true`. */
export function legal(state: State): readonly string[] {
  const { turn } = state.table;
  return tieqchieq
    .legal(tieqchieq.view(state, turn), turn)
    .map((command) => Object.values(command).join(" "));
}

/** The squares, reserve and home of both colours, the turn and the phase, in short. */
export function short({ table }: State): string {
  const { phase, turn } = table;
  return [told(table, "red"), told(table, "yellow"), `${turn} ${phase}`].join(" | ");
}

function told({ tokens }: Table, seat: Seat): string {
  const { reserve, at, home } = tokens[seat];
  return [...at, `res ${reserve}`, ...(home > 0 ? [`home ${home}`] : [])].join(" ");
}
