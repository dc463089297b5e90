import type { Card, Deck, God, HeldCard, Outcome, Seat, SpaceId, Table } from "./vocabulary.ts";

/**
 * The facts of a match. An event carries what a replay needs and nothing that can be recomputed: `evolve` folds it in
 * without dice. Fields named `chance` are the position of the chance stream after the draw; `redact` takes them, and
 * every card that a viewer may not see, away.
 */
export type Event =
  | { readonly type: "turn-began"; readonly seat: Seat }
  /** The apocalypse's count rose by 1; the catastrophe of the god with more offerings rules (canon section 10). */
  | { readonly type: "ticked"; readonly ruling: "flood" | "invasion" }
  | { readonly type: "forestalled" }
  | { readonly type: "rolled"; readonly seat: Seat; readonly die: number; readonly chance?: number }
  /** A seat arrived on a space (also where it stood already). */
  | { readonly type: "moved"; readonly seat: Seat; readonly space: number; readonly landing: boolean }
  | { readonly type: "collected"; readonly seat: Seat; readonly space: number; readonly skulls: number }
  /** One skull of the rack went to removed (invasion, canon section 10). */
  | { readonly type: "invaded"; readonly space: number }
  | { readonly type: "disc-earned"; readonly seat: Seat; readonly disc: SpaceId; readonly from: Seat | null }
  | {
      readonly type: "apocalypse-triggered";
      readonly keeper: Seat;
      readonly discs: readonly SpaceId[];
      readonly ruling: "flood" | "invasion" | null;
    }
  /** An empty rack was filled from supply, then from the lake's halves. */
  | {
      readonly type: "refilled";
      readonly space: number;
      readonly supply: number;
      readonly lake: { readonly [G in God]: number };
    }
  | { readonly type: "tribute-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  | {
      readonly type: "battle-began";
      readonly attacker: Seat;
      readonly defender: Seat;
      readonly dice: { readonly attacker: number; readonly defender: number };
      readonly chance?: number;
    }
  | { readonly type: "challenged"; readonly seat: Seat; readonly target: Seat }
  | { readonly type: "passed"; readonly seat: Seat }
  /** `winner` null: equal totals, or the battle broke off; nobody pays. */
  | { readonly type: "battle-ended"; readonly winner: Seat | null; readonly loser: Seat | null }
  | { readonly type: "stake-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  /** A card went from hand to hand; it has a new id in the new hand. */
  | {
      readonly type: "card-paid";
      readonly from: Seat;
      readonly to: Seat;
      readonly deck: Deck;
      readonly gave?: HeldCard;
      readonly got?: HeldCard;
    }
  /** A card came from a deck into a hand. */
  | { readonly type: "card-drawn"; readonly seat: Seat; readonly deck: Deck; readonly held?: HeldCard }
  /** A deck was made anew from its cards in the stacks; `order` is hidden, the last is drawn first. */
  | {
      readonly type: "reshuffled";
      readonly deck: Deck;
      readonly cards: number;
      readonly order?: readonly Card[];
      readonly chance?: number;
    }
  /** A Day card was drawn for a seat: laid on the current space's stack, or kept under an id (the flower). */
  | {
      readonly type: "day-card-drawn";
      readonly seat: Seat;
      readonly card: Card;
      readonly kept: string | null;
    }
  | { readonly type: "sacrificed"; readonly seat: Seat; readonly god: God }
  | { readonly type: "traded"; readonly seat: Seat; readonly skulls: number }
  /** A card was laid on top of the current space's stack, inert. */
  | { readonly type: "discarded"; readonly seat: Seat; readonly held: HeldCard }
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome }
  /** Whose decision is awaited now, and what goes on after it; always the last event of a command. */
  | { readonly type: "asked"; readonly awaiting: Table["awaiting"]; readonly flow?: readonly unknown[] };
