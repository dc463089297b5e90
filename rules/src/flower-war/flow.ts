import type { Effect } from "./cards/kind.ts";
import type { Card, Seat } from "./vocabulary.ts";

/**
 * The remaining steps, as data. A match's flow is a stack of steps; the last one is next. While a decision is
 * awaited, the step that requests it lies on top, and the answer takes it off. machine.ts maps each step to the
 * function that does it.
 */
export type Step =
  /** Turn (canon section 3). */
  | { readonly step: "roll" }
  | { readonly step: "move" }
  | { readonly step: "sacrifice" }
  | { readonly step: "cards" }
  | { readonly step: "end-turn" }
  /** Landing of the active seat on its space (section 4). */
  | { readonly step: "collect" }
  | { readonly step: "earn-disc" }
  | { readonly step: "refill" }
  | { readonly step: "top-card" }
  | { readonly step: "tribute" }
  /** A battle with every seat of `left` that stands on the active seat's space, one after the other. */
  | { readonly step: "battles"; readonly left: readonly Seat[] }
  | { readonly step: "challenge" }
  /** A battle of the active seat (section 5). `landing`: in step 5 of the current landing. */
  | { readonly step: "battle"; readonly defender: Seat; readonly landing: boolean }
  /** `passes`: how many passes in a row there were so far. */
  | { readonly step: "card-window"; readonly seat: Seat; readonly passes: number }
  | { readonly step: "settle"; readonly landing: boolean }
  | { readonly step: "pay-card"; readonly loser: Seat }
  | { readonly step: "spoils"; readonly winner: Seat; readonly loser: Seat }
  | { readonly step: "end-battle" }
  /** Draws one Day card and resolves it for the seat. `spoils`: it is drawn for a battle's winner (section 5). */
  | { readonly step: "day-card"; readonly seat: Seat; readonly spoils: boolean }
  /** One effect of a card for a seat (section 7). */
  | CardEffect
  /** The reward for the dog's landing with this number in the turn, doubled if a battle of its step 5 was won. */
  | {
      readonly step: "reward";
      readonly seat: Seat;
      readonly skulls: number;
      readonly landing: number;
      readonly won: boolean;
    }
  | { readonly step: "discard"; readonly seat: Seat };

export interface CardEffect {
  readonly step: "effect";
  readonly seat: Seat;
  readonly card: Card;
  readonly effect: Effect;
  readonly spoils: boolean;
}

export type StepOf<S extends Step["step"]> = Extract<Step, { step: S }>;
