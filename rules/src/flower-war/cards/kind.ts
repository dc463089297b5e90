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
  /** What it does while it lies on top of a stack. */
  readonly lingers?: Lingering;
  /** What it does when it is drawn. */
  readonly day?: readonly Effect[];
}

/** What a battle card does to the battle while it is in effect. */
export interface BattleCard {
  /** Whose card it is; left out: anybody's. */
  readonly side?: Side;
  /** Added to its player's total. */
  readonly total?: number;
  /** Added to the stake. */
  readonly stake?: number;
  /** Cards taken at random from the loser's hand, if its player wins. */
  readonly captives?: number;
  /** Its player's die is rolled again. */
  readonly rerolls?: true;
  /** The opponent's last card has no effect. */
  readonly stops?: true;
  /** The battle ends at once. */
  readonly ends?: true;
}

/** What a turn card is played at, and what it then does. */
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

/** To whom of those who arrive a lingering card speaks, and what it does to them. */
export interface Lingering {
  /** `next-other`: to the next other seat than its player; then it is spent. */
  readonly to: "anybody" | "player" | "next-other";
  readonly does: "take" | "pay-player" | "collect-nothing";
  readonly skulls: number;
}

/** A turn card without a target. */
export const plain = (...effects: readonly Effect[]): TurnCard => ({ target: null, effects: () => effects });

/** A turn card that is nothing but laid down. */
export const laid: TurnCard = plain();
