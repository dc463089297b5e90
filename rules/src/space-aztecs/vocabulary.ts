import { COMMON_REFUSALS } from "../admit.ts";

/**
 * The words of Space Aztecs (docs/rules/space-aztecs.md): each list once, the union derived from it, and the shapes of
 * states, views, commands and events.
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

/** The set that stays in the box with 2 to 4 players (canon section 1). */
export const REMOVED_SETS = ["random", ...SETS] as const;

/** The options that a host may choose (canon section 1). */
export interface Options {
  /** Only used with 2 to 4 players. */
  readonly removedSet: (typeof REMOVED_SETS)[number];
  /** Whether the eight Codices are played with. */
  readonly codex: boolean;
}

/** The decisions that a seat can have to make (canon section 5). */
export const DECISIONS = ["take", "choose", "shelter", "abduct"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The phases of a round. `resolve` passes within a command: no match waits in it. */
export type Phase = Decision | "resolve" | "over";

/** One decision that a match waits for. */
export interface Awaiting {
  readonly seat: Seat;
  readonly decision: Decision;
}

/** A place in the public view. */
export interface Place {
  /** The number of cards in its pile. */
  readonly cards: number;
  readonly heldBy: Seat | null;
}

/** The cards that a seat has played, as they lie, in the order in which they came. */
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

/** The card that is being played: face up, its effect not yet applied. */
export interface TurnedUp {
  readonly seat: Seat;
  readonly card: Card;
}

/** The score of a seat's cards (canon section 8). */
export interface Score {
  readonly codices: number;
  readonly aztecs: number;
  /** -5 for a seat with the fewest of set P, else 0. */
  readonly fewest: number;
  readonly saucers: number;
  readonly total: number;
  /** Aztecs in the city, visible and covered; they decide between equal totals. */
  readonly survivors: number;
}

export interface Standing {
  readonly seat: Seat;
  /** 1 is first; equals share a place. */
  readonly place: number;
  readonly score: Score;
}

export interface Outcome {
  /**
   * Why the match ended: two or more piles were empty, enough Saucers were played, or all seats but one conceded (canon
   * section 7).
   */
  readonly by: "piles" | "saucers" | "last-seat";
  /** The best first; several seats in place 1 have won together. Seats that conceded come last. */
  readonly standings: readonly Standing[];
}

/** The public view of a match (canon section 9). */
export interface Table {
  readonly options: Options;
  /** The seats of this match, clockwise. */
  readonly seats: readonly Seat[];
  /** The set in the box; `null` if all four are in play. */
  readonly removed: SetId | null;
  /** The number of the round, from 1. */
  readonly round: number;
  readonly phase: Phase;
  /** The seat that has the token. */
  readonly starting: Seat;
  /** Index 0 is place 1. */
  readonly places: readonly Place[];
  /** The seats whose chosen card lies face down. */
  readonly chosen: readonly Seat[];
  /** The times of this round's cards, public once all have chosen; empty before. */
  readonly times: BySeat<Time>;
  readonly turnedUp: TurnedUp | null;
  readonly saucersPlayed: number;
  readonly cities: BySeat<City>;
  /** The seats that conceded, the first one first (canon section 7.1). */
  readonly out: readonly Seat[];
  readonly outcome: Outcome | null;
}

/** A viewer's view: the table and, for a seat, its own part. */
export interface View {
  readonly table: Table;
  /** `null` for a viewer without a seat. */
  readonly seat: Seat | null;
  /** The pile that the seat holds, by time. */
  readonly pile: readonly Card[];
  /** Its chosen card, while it lies face down. */
  readonly chosen: Card | null;
}

/** What a player can send (canon section 5). `targets`: the Aztec to take from each seat with several. */
export type Command =
  | { readonly type: "take"; readonly place: number }
  | { readonly type: "choose"; readonly card: Card }
  | { readonly type: "shelter"; readonly covered: boolean }
  | { readonly type: "abduct"; readonly targets: { readonly [seat: string]: Card } }
  | { readonly type: "concede" };

/** Why a command is refused, in the order in which the reasons are checked (canon section 5). */
export const REFUSALS = [
  ...COMMON_REFUSALS,
  "already-chosen",
  "no-such-place",
  "place-held",
  "place-empty",
  "card-not-held",
  "bad-targets",
] as const;
export type RefusalCode = (typeof REFUSALS)[number];
