import type { Block } from "../chance.ts";
import type { Event } from "./events.ts";
import type { Step } from "./flow.ts";
import type {
  ByDeck,
  Card,
  Command,
  Decision,
  HeldCard,
  Options,
  Outcome,
  RefusalCode,
  Seat,
  Table,
  Turn,
  View,
} from "./vocabulary.ts";
import type { GameTypes } from "../game.ts";

/** The whole state of a match: plain, serialisable, immutable. */
export interface State {
  /** The public part. */
  readonly table: Table;
  readonly hidden: Hidden;
  /** The steps still to be done; the last one awaits the current decision. Empty when the match is over. */
  readonly flow: readonly Step[];
}

/** The part that no seat, or one alone, may see (canon section 11). */
export interface Hidden {
  /** 64 lower-case hex digits. */
  readonly seed: string;
  /** The position in the chance stream. */
  readonly chance: number;
  /**
   * The block of the stream in which that position lies. It follows from `seed` and `chance`, and spares most draws a
   * hash.
   */
  readonly block: Block;
  /**
   * Each deck as last shuffled. Only the first `table.decks[deck]` cards are still there; the last of them is drawn
   * next.
   */
  readonly decks: ByDeck<readonly Card[]>;
  /** Each seat's cards, in the order held. */
  readonly hands: { readonly [S in Seat]?: readonly HeldCard[] };
  /** Each space's cards from the bottom up; index 0 is space 1. */
  readonly stacks: readonly (readonly Card[])[];
  /** The number of the next card that comes into a hand; its id is made from it. */
  readonly nextHeld: number;
}

/** All skulls of a match (canon section 2). */
export const SKULLS = 360;

/** Returns a seat's hand, in the order held; empty for a seat that is not in the match. */
export function handOf(state: State, seat: Seat): readonly HeldCard[] {
  return state.hidden.hands[seat] ?? [];
}

/** Returns the id of the next card that comes into a hand. */
export function nextHeldId(state: State): string {
  return `c${state.hidden.nextHeld}`;
}

/** Returns a turn before its roll. */
export function createTurn(number: number, seat: Seat, extra: boolean): Turn {
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

/** The types of Flower War for the contract of game.ts. */
export interface FlowerWar extends GameTypes {
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
