import { isSeed, shuffle } from "../chance.ts";
import { STARTING_SPACE } from "./board.ts";
import { CARDS } from "./cards.ts";
import type { Step } from "./flow.ts";
import { seatsFor } from "./seats.ts";
import {
  type ByDeck,
  type Card,
  type HeldCard,
  type Options,
  type Seat,
  SPACES,
  type Space,
  type Table,
  type Tribe,
  type Turn,
} from "./vocabulary.ts";

/** The whole truth of a match: plain, serialisable, immutable. */
export interface State {
  /** All that everybody sees. */
  readonly table: Table;
  readonly hidden: Hidden;
  /** What goes on, and on top what is asked; empty when the match is over. */
  readonly flow: readonly Step[];
}

/** What nobody, or one seat alone, may see (canon section 11). */
export interface Hidden {
  /** 64 lower-case hex digits. */
  readonly seed: string;
  /** Position in the chance stream. */
  readonly chance: number;
  /** As last shuffled. Only the first `table.decks[deck]` cards are still there; the last of them is drawn next. */
  readonly decks: ByDeck<readonly Card[]>;
  /** In the order held. */
  readonly hands: { readonly [S in Seat]?: readonly HeldCard[] };
  /** From the bottom up; index 0 is space 1. */
  readonly stacks: readonly (readonly Card[])[];
  /** The number of the next card to come into a hand; its id is made of it. */
  readonly nextHeld: number;
}

/** All skulls of a match (canon section 2). */
const SKULLS = 360;

/** A seat's hand, in the order held; empty for a seat that is not in the match. */
export function handOf(state: State, seat: Seat): readonly HeldCard[] {
  return state.hidden.hands[seat] ?? [];
}

/** The id of the next card that comes into a hand. */
export function nextHeldId(state: State): string {
  return `c${state.hidden.nextHeld}`;
}

/** A match at the first roll of its first turn, all three decks shuffled (canon sections 2 and 12). */
export function setup(options: Options, count: number, seed: string): State {
  if (!isSeed(seed)) throw new RangeError("a seed is 64 lower-case hexadecimal digits");
  const seats = seatsFor(count);
  const [first] = seats;
  if (first === undefined) throw new RangeError("a match has seats");
  const war = shuffle(seed, 0, CARDS.war);
  const rain = shuffle(seed, war.position, CARDS.rain);
  const day = shuffle(seed, rain.position, CARDS.day);
  return {
    table: {
      options,
      seats,
      tribes: Object.fromEntries(seats.map((seat) => [seat, newTribe(seat)])),
      spaces: SPACES.map(() => newSpace(options.rackSize)),
      supply: SKULLS - SPACES.length * options.rackSize,
      removed: 0,
      lake: { huitzilopochtli: 0, tlaloc: 0 },
      offerings: { huitzilopochtli: 0, tlaloc: 0 },
      decks: { war: CARDS.war.length, rain: CARDS.rain.length, day: CARDS.day.length },
      turn: newTurn(1, first, false),
      battle: null,
      apocalypse: { state: "none", count: 0, keeper: null, turn: 0, discs: [], ruling: null },
      awaiting: { seat: first, decision: "roll" },
      outcome: null,
    },
    hidden: {
      seed,
      chance: day.position,
      decks: { war: war.value, rain: rain.value, day: day.value },
      hands: Object.fromEntries(seats.map((seat) => [seat, []])),
      stacks: SPACES.map(() => []),
      nextHeld: 1,
    },
    flow: [{ step: "roll" }],
  };
}

/** A turn that has not been rolled for. */
export function newTurn(number: number, seat: Seat, extra: boolean): Turn {
  return {
    number,
    seat,
    extra,
    again: false,
    dice: [],
    landings: 0,
    dayCards: 0,
    sacrifices: { huitzilopochtli: 0, tlaloc: 0 },
    traded: false,
  };
}

function newSpace(rack: number): Space {
  return { rack, disc: null, top: null, lingers: null, height: 0 };
}

function newTribe(seat: Seat): Tribe {
  const cards = { war: 0, rain: 0, day: 0 };
  return { space: STARTING_SPACE[seat], skulls: 0, cards, copies: [], canoes: 0, out: 0 };
}
