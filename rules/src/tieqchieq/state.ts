import { ChanceReader, isSeed } from "../chance.ts";
import type { GameTypes } from "../game.ts";
import type { Event } from "./events.ts";
import {
  type Command,
  type Decision,
  type Options,
  type Outcome,
  type RefusalCode,
  type Seat,
  SEATS,
  type Table,
  type Tokens,
  type View,
} from "./vocabulary.ts";

/** The whole state of a match: plain, serialisable, immutable. */
export interface State {
  readonly table: Table;
  readonly hidden: Hidden;
}

/** The hidden part: where future coins come from. */
export interface Hidden {
  /** 64 lower-case hex digits. */
  readonly seed: string;
  /** The position in the chance stream. */
  readonly chance: number;
}

/** Tokens of each colour (canon section 2). */
export const TOKENS = 6;

/**
 * Returns a match at its first toss (canon section 4).
 * @throws RangeError for a number of seats or a seed that is not possible
 */
export function setup(options: Options, count: number, seed: string): State {
  if (!isSeed(seed)) throw new RangeError("a seed is 64 lower-case hexadecimal digits");
  if (count !== SEATS.length) throw new RangeError(`Tıeqchıeq has 2 seats, not ${count}`);
  const { turn, chance } = firstTurn(options, seed);
  const tokens: Tokens = { reserve: TOKENS, at: [], home: 0 };
  return {
    table: {
      options,
      tokens: { red: tokens, yellow: tokens },
      phase: "toss",
      turn,
      roll: 0,
      plusAt: null,
      tosses: 0,
      coins: [],
      battle: null,
      outcome: null,
    },
    hidden: { seed, chance },
  };
}

/** Returns which seat begins; it is drawn only if the host left it to chance (canon section 12). */
function firstTurn({ first }: Options, seed: string): { readonly turn: Seat; readonly chance: number } {
  if (first !== "random") return { turn: first, chance: 0 };
  const reader = new ChanceReader(seed);
  return { turn: reader.below(2) === 0 ? "red" : "yellow", chance: reader.position };
}

/** The types of Tıeqchıeq for the contract of game.ts. */
export interface Tieqchieq extends GameTypes {
  options: Options;
  seat: Seat;
  state: State;
  view: View;
  command: Command;
  event: Event;
  refusal: RefusalCode;
  decision: Decision;
  outcome: Outcome;
}
