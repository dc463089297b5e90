import { COMMON_REFUSALS } from "../admit.ts";

/**
 * The words of Space Aztecs (docs/rules/space-aztecs.md), each named once: a list, the union derived from it, and the
 * shapes that state, views, commands and events are made of.
 */

/** Every seat, clockwise (canon section 1). */
export const SEATS = ["0", "1", "2", "3", "4", "5"] as const;
export type Seat = (typeof SEATS)[number];
export type BySeat<V> = { readonly [S in Seat]?: V };

/** Pink: Villagers and Animals; yellow: Warriors; blue: Superiors; green: Agents (canon section 2). */
export const SETS = ["P", "Y", "B", "G"] as const;
export type SetId = (typeof SETS)[number];

/** The names of the places, clockwise; place number n is `PLACES[n - 1]` (canon section 2.4). */
export const PLACES = [
  "Lake",
  "Market",
  "Garden",
  "Ball Court",
  "Quarry",
  "Forest",
  "Volcano",
  "Causeway",
] as const;

/** A card's id in the table of canon section 2.1, e.g. `"Y07"`. */
export type Card = string;

/** A time of day, `"00:00"` to `"23:40"`; no two cards share one. */
export type Time = string;

/** The set that 2 to 4 players leave in the box (canon section 1). */
export const REMOVED_SETS = ["random", ...SETS] as const;

/** What a host may choose (canon section 1). */
export interface Options {
  /** Only read with 2 to 4 players. */
  readonly removedSet: (typeof REMOVED_SETS)[number];
  /** Whether the eight Codices are played with. */
  readonly codex: boolean;
}

/** What a seat can be asked for (canon section 5). */
export const DECISIONS = ["take", "choose", "shelter", "abduct"] as const;
export type Decision = (typeof DECISIONS)[number];

/** `resolve` passes within a command: no match stands still in it. */
export type Phase = Decision | "resolve" | "over";

/** One decision that a match waits for. */
export interface Awaiting {
  readonly seat: Seat;
  readonly decision: Decision;
}

/** A place as everybody sees it. */
export interface Place {
  /** Cards of its pile. */
  readonly cards: number;
  readonly heldBy: Seat | null;
}

/** The cards that a seat has played, as they lie; in the order in which they came. */
export interface City {
  readonly visible: readonly Card[];
  readonly temples: readonly Temple[];
  readonly codices: readonly Card[];
  readonly saucers: readonly Saucer[];
}

export interface Temple {
  readonly card: Card;
  /** The Aztecs under it. */
  readonly covers: readonly Card[];
}

export interface Saucer {
  readonly card: Card;
  /** The Aztecs that it took from others. */
  readonly took: readonly Card[];
}

/** A card that is being played: face up, and its effect not done. */
export interface TurnedUp {
  readonly seat: Seat;
  readonly card: Card;
}

/** What a seat's cards count (canon section 8). */
export interface Score {
  readonly codices: number;
  readonly aztecs: number;
  /** -5 for a seat with the fewest of set P, else 0. */
  readonly fewest: number;
  readonly saucers: number;
  readonly total: number;
  /** Aztecs in the city, visible and covered: they decide between equal totals. */
  readonly survivors: number;
}

export interface Standing {
  readonly seat: Seat;
  /** 1 is first; equals share a place. */
  readonly place: number;
  readonly score: Score;
}

export interface Outcome {
  /** Two or more piles were empty, or as many Saucers played as end a match (canon section 7). */
  readonly by: "piles" | "saucers";
  /** The best first; several in place 1 have won together. */
  readonly standings: readonly Standing[];
}

/** All that everybody sees (canon section 9). */
export interface Table {
  readonly options: Options;
  /** The seats of this match, clockwise. */
  readonly seats: readonly Seat[];
  /** The set in the box; `null`: all four are played with. */
  readonly removed: SetId | null;
  /** From 1. */
  readonly round: number;
  readonly phase: Phase;
  /** Who has the token. */
  readonly starting: Seat;
  /** Index 0 is place 1. */
  readonly places: readonly Place[];
  /** The seats whose chosen card lies face down. */
  readonly chosen: readonly Seat[];
  /** The times of this round's cards, told when all have chosen; empty before. */
  readonly times: BySeat<Time>;
  readonly turnedUp: TurnedUp | null;
  readonly saucersPlayed: number;
  readonly cities: BySeat<City>;
  readonly outcome: Outcome | null;
}

/** The table and, for a seat, what it alone sees. */
export interface View {
  readonly table: Table;
  /** `null` for a viewer without a seat. */
  readonly seat: Seat | null;
  /** The pile that the seat holds, by time. */
  readonly pile: readonly Card[];
  /** Its chosen card, as long as it lies face down. */
  readonly chosen: Card | null;
}

/** Canon section 5. `targets`: the Aztec to take from each seat that has a choice. */
export type Command =
  | { readonly type: "take"; readonly place: number }
  | { readonly type: "choose"; readonly card: Card }
  | { readonly type: "shelter"; readonly covered: boolean }
  | { readonly type: "abduct"; readonly targets: { readonly [seat: string]: Card } };

/** Why a command is refused, in the order in which they are looked for (canon section 5). */
export const REFUSALS = [
  ...COMMON_REFUSALS,
  "already-chosen",
  "no-such-place",
  "place-held",
  "place-empty",
  "card-not-held",
  "bad-targets",
] as const;
export type Refusal = (typeof REFUSALS)[number];
