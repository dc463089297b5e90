import type { Card, God, Seat, Side, Sign } from "../vocabulary.ts";

/** A row of a deck's table (canon section 7). */
export interface Kind {
  readonly id: Card;
  readonly copies: number;
  /** The printed cost in skulls; a sign and a Day card have none. */
  readonly cost?: number;
  readonly sign?: Sign;
  readonly battle?: BattleCard;
  readonly turn?: TurnCard;
  /** The effect while the card lies on top of a stack. */
  readonly lingers?: Lingering;
  /** The effect when the card is drawn. */
  readonly day?: readonly Effect[];
}

/** The effect of a battle card on the battle. */
export interface BattleCard {
  /** The side that may play the card; left out: both. */
  readonly side?: Side;
  /** Added to the player's total. */
  readonly total?: number;
  /** Added to the stake. */
  readonly stake?: number;
  /** Cards taken at random from the loser's hand, if the player wins. */
  readonly captives?: number;
  /** Rolls the player's die again. */
  readonly rerolls?: true;
  /** Stops the opponent's last card. */
  readonly stops?: true;
  /** Ends the battle at once. */
  readonly ends?: true;
}

/** The target that a turn card needs, and the effects that follow. */
export interface TurnCard {
  readonly target: "seat" | "god" | "space" | null;
  readonly effects: (aim: Aim) => readonly Effect[];
}

/** The targets that a `play-card` names. */
export interface Aim {
  readonly seat?: Seat;
  readonly god?: God;
  readonly space?: number;
}

/** Which arriving seats a lingering card acts on, and what it does to them. */
export interface Lingering {
  /** `next-other`: the next seat other than the player; after that the card is spent. */
  readonly to: "anybody" | "player" | "next-other";
  readonly does: "take" | "pay-player" | "collect-nothing";
  readonly skulls: number;
}

/** A turn card without a target. */
export const plain = (...effects: readonly Effect[]): TurnCard => ({ target: null, effects: () => effects });

/** A turn card that is only laid down. */
export const laid: TurnCard = plain();

/**
 * The effects of cards, as data (canon section 7). effects.ts applies them for the seat that played or drew the card.
 * Numbers of skulls are upper limits: never more than there are.
 */
export type Effect =
  /** Takes skulls from supply. */
  | { readonly effect: "take"; readonly skulls: number }
  /** Loses skulls to removed. */
  | { readonly effect: "lose"; readonly skulls: number }
  /** Draws cards into the hand. */
  | { readonly effect: "draw"; readonly deck: "war" | "rain"; readonly cards: number }
  /** Makes own skulls offerings, without drawing cards. */
  | { readonly effect: "offer"; readonly god: God; readonly skulls: number }
  | { readonly effect: "offer-from-supply"; readonly god: God; readonly skulls: number }
  /** Moves ahead, or back by a negative number, and lands. */
  | { readonly effect: "go-forward"; readonly spaces: number }
  | { readonly effect: "go-to"; readonly space: number }
  | { readonly effect: "go-home" }
  /** Moves to a space, lands, then takes skulls from supply, twice as many if it won a battle there. */
  | { readonly effect: "raid"; readonly space: number; readonly skulls: number }
  | { readonly effect: "extra-turn" }
  /** Pays 1 skull to each other seat. */
  | { readonly effect: "pay-everybody" }
  /** Takes 1 skull from every seat that has more. */
  | { readonly effect: "levy" }
  /** Chooses another seat, and for an offering a god too. */
  | { readonly effect: "choose"; readonly for: "offering" | "payment"; readonly skulls: number }
  | { readonly effect: "choose"; readonly for: "discard" }
  | { readonly effect: "draw-day-card" }
  /** Battles the named seat; the nearest one ahead if no other seat in play is named. */
  | { readonly effect: "battle"; readonly seat: Seat | null }
  /** Receives a copy of the disc of its space. */
  | { readonly effect: "copy-disc" }
  /** Moves skulls from supply onto the current space's rack. */
  | { readonly effect: "fill-rack"; readonly skulls: number }
  | { readonly effect: "launch-canoe" };
