import { COMMON_REFUSALS } from "../admit.ts";

/**
 * The words of Flower War (docs/rules/flower-war.md): each list once, the union derived from it, and the shapes of
 * states, views, commands and events.
 */

/** Every seat, in turn order (canon section 2). */
export const SEATS = ["east", "north", "south", "topan", "mictlan", "west"] as const;
export type Seat = (typeof SEATS)[number];

/** The 20 spaces in the order of movement; space number n is `SPACES[n - 1]` (canon section 2). */
export const SPACES = [
  "cipactli",
  "ehecatl",
  "calli",
  "cuetzpalin",
  "coatl",
  "miquiztli",
  "mazatl",
  "tochtli",
  "atl",
  "itzcuintli",
  "ozomahtli",
  "malinalli",
  "acatl",
  "ocelotl",
  "cuauhtli",
  "cozcacuauhtli",
  "olin",
  "tecpatl",
  "quiahuitl",
  "xochitl",
] as const;
/** A space, and the calendar disc that lies on it. */
export type SpaceId = (typeof SPACES)[number];

export const GODS = ["huitzilopochtli", "tlaloc"] as const;
export type God = (typeof GODS)[number];
export type ByGod<V> = { readonly [G in God]: V };

export const DECKS = ["war", "rain", "day"] as const;
export type Deck = (typeof DECKS)[number];
export type ByDeck<V> = { readonly [D in Deck]: V };

/** The three signs; a seat that holds all of them has won (canon section 9). */
export const SIGNS = ["eagle", "serpent", "flower"] as const;
export type Sign = (typeof SIGNS)[number];

/** A card's kind: an id of the War or Rain deck's table, or a Day card as `"<n>-<sign>"`, e.g. `"7-xochitl"`. */
export type Card = string;

/**
 * A card in a hand: its kind, and an id that is unique in the match and reveals nothing of the kind (canon section 14).
 */
export interface HeldCard {
  readonly id: string;
  readonly card: Card;
}

/** The payment of a battle's loser (canon section 1). */
export const BATTLE_STAKES = ["one", "lower-roll"] as const;
export const CARD_COSTS = ["printed", "free"] as const;
/**
 * The trigger of the apocalypse: so many discs off the board at one time; 260: so many offerings in total, or all discs
 * off the board.
 */
export const APOCALYPSE_TRIGGERS = [1, 2, 3, 260] as const;
/** When the apocalypse ticks (canon section 10). */
export const COUNTDOWNS = ["keeper", "turns"] as const;

/** The options that a host may choose (canon section 1). */
export interface Options {
  readonly battleStake: (typeof BATTLE_STAKES)[number];
  readonly cardCosts: (typeof CARD_COSTS)[number];
  readonly apocalypseTrigger: (typeof APOCALYPSE_TRIGGERS)[number];
  readonly countdown: (typeof COUNTDOWNS)[number];
  /** Whether the discs that triggered the apocalypse change the rules; with trigger 260 they never do. */
  readonly discRules: boolean;
  /** Skulls of a full rack, 4-13. */
  readonly rackSize: number;
  /** Whether the best tribe wins if the world ends; else there is no winner (canon section 9). */
  readonly bestTribeWins: boolean;
  /** Whether offerings since the apocalypse was triggered decide which tribe is the best; only with `bestTribeWins` (canon section 9). */
  readonly offeringsDecide: boolean;
  /** Whether a catastrophe uses up the offerings of the god that brings it, so that later ticks compare those made since (canon section 10). */
  readonly offeringsSpent: boolean;
}

/** The decisions that a seat can have to make (canon section 13). */
export const DECISIONS = [
  "roll",
  "move",
  "battle",
  "pay",
  "challenge",
  "choose",
  "discard",
  "sacrifice",
  "cards",
] as const;
export type Decision = (typeof DECISIONS)[number];

/** The decision that a match waits for. */
export interface Awaiting {
  readonly seat: Seat;
  readonly decision: Decision;
  /** The Day card that requests the choice; only with `choose`. */
  readonly card?: Card;
}

/** A space in the public view. */
export interface Space {
  /** Skulls still on the space, 0 to `rackSize`. */
  readonly rack: number;
  /** The seat that earned the space's disc last; `null` if it lies on the board. */
  readonly disc: Seat | null;
  /** The card on top of the stack; `null` if there is no stack. */
  readonly top: Card | null;
  /** The seat that played the top card, while the card lingers and acts; `null` if it is inert (canon section 7). */
  readonly lingers: Seat | null;
  /** Cards in the stack, the top one included. */
  readonly height: number;
}

/** A seat in the public view. */
export interface Tribe {
  /** Number of the space it stands on, 1-20. */
  readonly space: number;
  readonly skulls: number;
  /** The numbers of cards in hand, by the deck they came from. */
  readonly cards: ByDeck<number>;
  /** Discs held as copies, in the order received; one may be there twice (canon section 7, quiahuitl 13). */
  readonly copies: readonly SpaceId[];
  /** Canoes that lengthen the next roll to move, by up to 3 steps each. */
  readonly canoes: number;
  /** `0` while in play; after that the order in which the seat conceded, from 1 (canon section 9). */
  readonly out: number;
  /** Skulls of its own that became offerings since the apocalypse was triggered; missing unless they decide (canon section 9). */
  readonly offered?: number;
}

export interface Turn {
  /** 1 for the first turn of the match; extra turns count. */
  readonly number: number;
  /** The active seat. */
  readonly seat: Seat;
  /** Whether this is an extra turn, in which the countdown does not tick (canon section 3). */
  readonly extra: boolean;
  /** Whether an extra turn of the same seat follows. */
  readonly again: boolean;
  /** The dice rolled to move, 1-6 each: none before the roll, two by mazatl's rule. */
  readonly dice: readonly number[];
  /** Landings resolved in this turn, at most 5 (canon section 4). */
  readonly landings: number;
  /** Day cards resolved in this turn, for all seats together, at most 3 (canon section 7). */
  readonly dayCards: number;
  /** Sacrifices in this turn; the first ones may be free (canon section 8). */
  readonly sacrifices: ByGod<number>;
  readonly traded: boolean;
}

/** A battle in progress: its card window, then what the loser pays (canon section 5). */
export interface Battle {
  readonly attacker: Seat;
  readonly defender: Seat;
  /** The dice as first rolled, 1-6. */
  readonly rolls: BySide<number>;
  /** The battle cards of both, in the order played. */
  readonly played: readonly PlayedCard[];
  /** The dice that count, with omens in effect. */
  readonly dice: BySide<number>;
  /** Dice, bonuses and cards in effect. */
  readonly totals: BySide<number>;
  /** Skulls that the loser will pay. */
  readonly stake: number;
}

export type Side = "attacker" | "defender";
export type BySide<V> = { readonly [S in Side]: V };

export interface PlayedCard {
  readonly seat: Seat;
  readonly card: Card;
  /** The roll of an omen, 1-6; `null` for any other card. */
  readonly roll: number | null;
  /** `false` while a mist stops it. */
  readonly inEffect: boolean;
}

export interface Apocalypse {
  /** Once triggered: `forestalled` while the last comparison found the offerings equal, else `running`. */
  readonly state: "none" | "running" | "forestalled";
  /** Ticks so far, 0-13. */
  readonly count: number;
  /** The seat whose turns tick; `null` also if the countdown goes by turns. */
  readonly keeper: Seat | null;
  /** The number of the turn in which it was triggered; 0 before. */
  readonly turn: number;
  /** The discs that triggered it, in the order of their spaces; empty if the offerings did. */
  readonly discs: readonly SpaceId[];
  /** The catastrophe in force until the next tick. */
  readonly ruling: Catastrophe | null;
  /** The offerings that the next tick compares, where catastrophes use them up; missing elsewhere: all offerings (canon section 10). */
  readonly unspent?: ByGod<number>;
}

/** Flood: Tlaloc had more offerings; invasion: Huitzilopochtli had (canon section 10). */
export type Catastrophe = "flood" | "invasion";

export interface Standing {
  readonly seat: Seat;
  /** 1 is first; equals share a place. */
  readonly place: number;
}

export interface Outcome {
  readonly by: "signs" | "last-tribe" | "apocalypse" | "out-of-days";
  readonly winner: Seat | null;
  readonly standings: readonly Standing[];
}

/** The public view of a match (canon section 11). */
export interface Table {
  readonly options: Options;
  /** The seats of this match in turn order, seats that are out included. */
  readonly seats: readonly Seat[];
  readonly tribes: { readonly [S in Seat]?: Tribe };
  /** Index 0 is space 1. */
  readonly spaces: readonly Space[];
  readonly supply: number;
  readonly removed: number;
  /** Skulls lying in each god's half of the lake. */
  readonly lake: ByGod<number>;
  /** Offerings counted for each god in the whole match. */
  readonly offerings: ByGod<number>;
  /** Cards left to draw. */
  readonly decks: ByDeck<number>;
  readonly turn: Turn;
  readonly battle: Battle | null;
  readonly apocalypse: Apocalypse;
  /** `null` exactly when the match is over. */
  readonly awaiting: Awaiting | null;
  readonly outcome: Outcome | null;
}

/** A viewer's view: the table and, for a seat, its own hand in the order held. */
export interface View {
  readonly table: Table;
  /** `null` for a viewer without a seat. */
  readonly seat: Seat | null;
  readonly hand: readonly HeldCard[];
}

/** A player's command (canon section 14). `card` is the id of a held card. */
export type Command =
  | { readonly type: "roll" }
  | { readonly type: "move"; readonly steps: number }
  | { readonly type: "challenge"; readonly seat: Seat }
  | { readonly type: "play-battle-card"; readonly card: string }
  | { readonly type: "pass" }
  | { readonly type: "pay-card"; readonly card: string }
  | { readonly type: "discard-card"; readonly card: string }
  | { readonly type: "choose"; readonly seat: Seat; readonly god?: God }
  | { readonly type: "sacrifice"; readonly god: God }
  | { readonly type: "trade" }
  | {
      readonly type: "play-card";
      readonly card: string;
      readonly seat?: Seat;
      readonly god?: God;
      readonly space?: number;
    }
  | { readonly type: "discard"; readonly card: string }
  | { readonly type: "end-turn" }
  | { readonly type: "concede" };

/** Why a command is refused, in the order in which the reasons are checked (canon section 14). */
export const REFUSALS = [
  ...COMMON_REFUSALS,
  "not-in-hand",
  "not-playable-now",
  "bad-target",
  "bad-steps",
  "already-traded",
  "already-sacrificed",
  "no-skulls",
  "not-enough-skulls",
  "space-full",
] as const;
export type RefusalCode = (typeof REFUSALS)[number];
