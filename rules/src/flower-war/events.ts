import type { Step } from "./flow.ts";
import type {
  Awaiting,
  ByGod,
  Card,
  Catastrophe,
  Deck,
  God,
  HeldCard,
  Outcome,
  Seat,
  SpaceId,
} from "./vocabulary.ts";

/**
 * The facts of a match. An event carries what a replay needs and nothing that can be recomputed: `evolve` folds it in
 * without dice. Fields named `chance` are the position of the chance stream after the draw; `redact` takes them, and
 * every card that a viewer may not see, away. The last event of a command is `asked` or `ended`.
 */
export type Event =
  | { readonly type: "turn-began"; readonly seat: Seat }
  /** The apocalypse's count rose by 1; the catastrophe of the god with more offerings rules (canon section 10). */
  | { readonly type: "ticked"; readonly ruling: Catastrophe }
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
      readonly ruling: Catastrophe | null;
    }
  /** An empty rack was filled from supply, then from the lake's halves. */
  | {
      readonly type: "refilled";
      readonly space: number;
      readonly supply: number;
      readonly lake: ByGod<number>;
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
  /** One total was higher; what the loser owes follows. */
  | { readonly type: "battle-won"; readonly winner: Seat; readonly loser: Seat }
  | { readonly type: "stake-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  /** All of the battle is done. Nobody won it unless `battle-won` came before. */
  | { readonly type: "battle-ended" }
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
  /** A card was laid on top of the current space's stack, inert. Its id is known to its seat alone. */
  | { readonly type: "discarded"; readonly seat: Seat; readonly card: Card; readonly id?: string }
  /** A seat is out: its skulls are in supply, its cards on its space's stack, its discs on the board (section 9). */
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome }
  /** Whose decision is awaited now; `flow` (hidden): that question, and under it what goes on after. */
  | { readonly type: "asked"; readonly awaiting: Awaiting; readonly flow?: readonly Step[] };
