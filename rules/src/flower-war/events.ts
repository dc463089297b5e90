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
 * The events of a match. An event carries what a replay needs and nothing that `evolve` can compute from the state.
 * Fields named `chance` are the position of the chance stream after the draw. `redact` removes them, and every card
 * that a viewer may not see. The last event of a command is `asked` or `ended`.
 */
export type Event =
  /** `extra`: it is an extra turn of the seat whose turn ended. */
  | { readonly type: "turn-began"; readonly seat: Seat; readonly extra: boolean }
  /**
   * The apocalypse's count rose to `count`, 1-13. The catastrophe of the god with more offerings is in force (section
   * 10).
   */
  | { readonly type: "ticked"; readonly count: number; readonly ruling: Catastrophe }
  | { readonly type: "forestalled" }
  /** By quiahuitl's rule each of these racks gained a skull from supply. */
  | { readonly type: "rained"; readonly spaces: readonly number[] }
  /** The roll to move; two dice by mazatl's rule. */
  | {
      readonly type: "rolled";
      readonly seat: Seat;
      readonly dice: readonly number[];
      readonly chance?: number;
    }
  /** A seat arrived on a space, which may be the one it stood on. `steps`: of its roll; `null`: moved by a card. */
  | {
      readonly type: "moved";
      readonly seat: Seat;
      readonly space: number;
      readonly steps: number | null;
      readonly landing: boolean;
    }
  | { readonly type: "collected"; readonly seat: Seat; readonly space: number; readonly skulls: number }
  /** By olin's rule one skull of the rack went to supply. */
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
  /** The top card acted on the seat that arrived. `spent`: it is inert from now on (section 7). */
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
  /**
   * A card was paid for and laid on the current space's stack. `roll`: what an omen rolled. Only its seat knows the id.
   */
  | {
      readonly type: "battle-card-played";
      readonly seat: Seat;
      readonly card: Card;
      readonly id?: string;
      readonly cost: number;
      readonly roll: number | null;
      readonly chance?: number;
    }
  /** One total was higher. What the loser pays follows. */
  | { readonly type: "battle-won"; readonly winner: Seat; readonly loser: Seat }
  | { readonly type: "stake-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  /** The battle is over. No seat won it unless `battle-won` came before. */
  | { readonly type: "battle-ended" }
  /** The loser of a battle paid a card, which has a new id in the winner's hand. */
  | {
      readonly type: "card-paid";
      readonly from: Seat;
      readonly to: Seat;
      readonly deck: Deck;
      readonly gave?: HeldCard;
      readonly got?: HeldCard;
    }
  /** A captive took a random card, which has a new id in the new hand. */
  | {
      readonly type: "card-taken";
      readonly from: Seat;
      readonly to: Seat;
      readonly deck: Deck;
      readonly gave?: HeldCard;
      readonly got?: HeldCard;
      readonly chance?: number;
    }
  /** A card was drawn into a hand. */
  | { readonly type: "card-drawn"; readonly seat: Seat; readonly deck: Deck; readonly held?: HeldCard }
  /** A deck was shuffled anew from its cards in the stacks. `order` is hidden; its last card is drawn first. */
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
      /** Whether the card takes effect; a turn's fourth Day card does not. */
      readonly resolves: boolean;
    }
  /** A seat's choice for a Day card. */
  | { readonly type: "chose"; readonly seat: Seat; readonly target: Seat; readonly god: God | null }
  /** A seat took skulls from supply. */
  | { readonly type: "skulls-taken"; readonly seat: Seat; readonly skulls: number }
  /** A seat's skulls went to removed. */
  | { readonly type: "skulls-lost"; readonly seat: Seat; readonly skulls: number }
  /** A card made a seat pay another seat. */
  | { readonly type: "skulls-paid"; readonly from: Seat; readonly to: Seat; readonly skulls: number }
  /** A card made a skull an offering. `from`: the seat that gave it; `null`: it came from supply. */
  | { readonly type: "offered"; readonly from: Seat | null; readonly god: God }
  /** A card put skulls from supply onto a rack. */
  | { readonly type: "rack-filled"; readonly space: number; readonly skulls: number }
  | { readonly type: "extra-turn-won"; readonly seat: Seat }
  | { readonly type: "canoe-launched"; readonly seat: Seat }
  /** A seat received a copy of a disc. */
  | { readonly type: "copy-received"; readonly seat: Seat; readonly disc: SpaceId }
  /** `free`: the skull came from supply. */
  | { readonly type: "sacrificed"; readonly seat: Seat; readonly god: God; readonly free: boolean }
  | { readonly type: "traded"; readonly seat: Seat; readonly skulls: number }
  /** A card was paid for and laid on the current space's stack; its effects follow. Only its seat knows the id. */
  | {
      readonly type: "card-played";
      readonly seat: Seat;
      readonly card: Card;
      readonly id?: string;
      readonly cost: number;
    }
  /** A card was laid on top of the current space's stack, inert. Only its seat knows the id. */
  | { readonly type: "discarded"; readonly seat: Seat; readonly card: Card; readonly id?: string }
  /** A seat is out: its skulls are in supply, its cards on its space's stack, its discs on the board (section 9). */
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome }
  /** The next decision. `flow` (hidden) has the step that awaits it on top, and below it what follows. */
  | { readonly type: "asked"; readonly awaiting: Awaiting; readonly flow?: readonly Step[] };
