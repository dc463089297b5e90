import type { Card, God, Seat, Side, Sign } from "../vocabulary.ts";
import type { Effect } from "./effect.ts";

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
