import { kindOf } from "./cards.ts";
import { type Card, type Deck, SPACES, type SpaceId } from "./vocabulary.ts";

/** When a card may be played, as it says on its face. */
export const CARD_TIMES = [
  "battle",
  "battle-attacking",
  "battle-defending",
  "turn",
  "turn-lingers",
  "sign",
  "day",
] as const;
export type CardTime = (typeof CARD_TIMES)[number];

/** The face of a card beside its words (canon section 7). */
export interface CardFace {
  readonly deck: Deck;
  readonly copies: number;
  /** The printed cost in skulls; `null` for signs and Day cards, which are never paid for. */
  readonly cost: number | null;
  readonly time: CardTime;
  /** The target that a player names when they play it; `null`: none. */
  readonly target: "seat" | "god" | "space" | null;
}

/**
 * Returns what is printed on a card.
 * @throws RangeError if there is no such card
 */
export function cardFace(card: Card): CardFace {
  const { deck, copies, cost = null, turn } = kindOf(card);
  return { deck, copies, cost, time: timeOf(card), target: turn?.target ?? null };
}

/** A Day card's sign and its number, 1-13. */
export interface Day {
  readonly sign: SpaceId;
  readonly number: number;
}

/** Returns the sign and number of a Day card; `null` for a War or Rain card. */
export function dayOf(card: Card): Day | null {
  const [number = "", name = ""] = card.split("-");
  const sign = SPACES.find((each) => each === name);
  return sign === undefined || kindOf(card).deck !== "day" ? null : { sign, number: Number(number) };
}

function timeOf(card: Card): CardTime {
  const { sign, battle, turn, lingers } = kindOf(card);
  if (sign !== undefined) return "sign";
  if (battle !== undefined) return battle.side === undefined ? "battle" : TIME_OF_SIDE[battle.side];
  if (turn === undefined) return "day";
  return lingers === undefined ? "turn" : "turn-lingers";
}

const TIME_OF_SIDE = { attacker: "battle-attacking", defender: "battle-defending" } as const;
