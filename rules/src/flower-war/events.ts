import type { Step } from "./flow.ts";
import type {
  Awaiting,
  ByGod,
  BySide,
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
  /** `extra`: an extra turn of the seat whose turn ended. */
  | { readonly type: "turn-began"; readonly seat: Seat; readonly extra: boolean }
  /** The apocalypse's count rose to `count`, 1-13; the catastrophe of the god with more offerings rules (section 10). */
  | { readonly type: "ticked"; readonly count: number; readonly ruling: Catastrophe }
  | { readonly type: "forestalled" }
  /** Quiahuitl's rule: each of these racks gained a skull from supply. */
  | { readonly type: "rained"; readonly spaces: readonly number[] }
  /** To move; two dice by mazatl's rule. */
  | {
      readonly type: "rolled";
      readonly seat: Seat;
      readonly dice: readonly number[];
      readonly chance?: number;
    }
  /** A seat arrived on a space (also where it stood already): by so many steps of its roll, or, `null`, by a card. */
  | {
      readonly type: "moved";
      readonly seat: Seat;
      readonly space: number;
      readonly steps: number | null;
      readonly landing: boolean;
    }
  | { readonly type: "collected"; readonly seat: Seat; readonly space: number; readonly skulls: number }
  /** Olin's rule: one skull of the rack went to supply. */
  | { readonly type: "shaken"; readonly space: number }
  /** One skull of the rack went to removed (invasion, canon section 10). */
  | { readonly type: "invaded"; readonly space: number }
  | { readonly type: "disc-earned"; readonly seat: Seat; readonly disc: SpaceId; readonly from: Seat | null }
  | {
      readonly type: "apocalypse-triggered";
      readonly keeper: Seat | null;
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
  /** The top card spoke to the seat that arrived; `spent`: it lies inert from now on (section 7). */
  | { readonly type: "top-card-acted"; readonly space: number; readonly card: Card; readonly spent: boolean }
  | { readonly type: "tribute-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  | {
      readonly type: "battle-began";
      readonly attacker: Seat;
      readonly defender: Seat;
      readonly dice: BySide<number>;
      readonly chance?: number;
    }
  | { readonly type: "challenged"; readonly seat: Seat; readonly target: Seat }
  | { readonly type: "passed"; readonly seat: Seat }
  /** A card was paid for and laid on the current space's stack; an omen rolled `roll`. Its id is known to its seat alone. */
  | {
      readonly type: "battle-card-played";
      readonly seat: Seat;
      readonly card: Card;
      readonly id?: string;
      readonly cost: number;
      readonly roll: number | null;
      readonly chance?: number;
    }
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
  /** A card was taken at random, and has a new id in the new hand. */
  | {
      readonly type: "card-taken";
      readonly from: Seat;
      readonly to: Seat;
      readonly deck: Deck;
      readonly gave?: HeldCard;
      readonly got?: HeldCard;
      readonly chance?: number;
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
      /** Whether its effect follows: a turn's fourth Day card has none. */
      readonly resolves: boolean;
    }
  /** A Day card's choice. */
  | { readonly type: "chose"; readonly seat: Seat; readonly target: Seat; readonly god: God | null }
  /** Skulls came from supply. */
  | { readonly type: "skulls-taken"; readonly seat: Seat; readonly skulls: number }
  /** Skulls went to removed. */
  | { readonly type: "skulls-lost"; readonly seat: Seat; readonly skulls: number }
  /** A card made a seat pay another. */
  | { readonly type: "skulls-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  /** A card made a skull an offering: one of a seat's, or, `null`, one of supply. */
  | { readonly type: "offered"; readonly from: Seat | null; readonly god: God }
  /** A card put skulls from supply onto a rack. */
  | { readonly type: "rack-filled"; readonly space: number; readonly skulls: number }
  | { readonly type: "extra-turn-won"; readonly seat: Seat }
  | { readonly type: "canoe-launched"; readonly seat: Seat }
  /** A copy of a disc, as a gift. */
  | { readonly type: "copy-received"; readonly seat: Seat; readonly disc: SpaceId }
  /** `free`: the skull came from supply. */
  | { readonly type: "sacrificed"; readonly seat: Seat; readonly god: God; readonly free: boolean }
  | { readonly type: "traded"; readonly seat: Seat; readonly skulls: number }
  /** A card was paid for and laid on the current space's stack; what it does follows. Its id is known to its seat alone. */
  | {
      readonly type: "card-played";
      readonly seat: Seat;
      readonly card: Card;
      readonly id?: string;
      readonly cost: number;
    }
  /** A card was laid on top of the current space's stack, inert. Its id is known to its seat alone. */
  | { readonly type: "discarded"; readonly seat: Seat; readonly card: Card; readonly id?: string }
  /** A seat is out: its skulls are in supply, its cards on its space's stack, its discs on the board (section 9). */
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome }
  /** Whose decision is awaited now; `flow` (hidden): that question, and under it what goes on after. */
  | { readonly type: "asked"; readonly awaiting: Awaiting; readonly flow?: readonly Step[] };
