import { signOfCard } from "./cards.ts";
import { asksForGod } from "./choice.ts";
import { openSteps } from "./steps.ts";
import { nextInTurnOrder } from "./seats.ts";
import { handOf, type State } from "./state.ts";
import type { Command, HeldCard, Seat } from "./vocabulary.ts";

/** Returns what the referee plays for the awaited seat when it does not answer (canon section 13). */
export function fallback(state: State, seat: Seat): Command {
  const { table } = state;
  const decision = table.awaiting?.decision;
  switch (decision) {
    case "roll":
      return { type: "roll" };
    case "move":
      return { type: "move", steps: openSteps(table)[0] ?? 0 };
    case "battle":
    case "challenge":
      return { type: "pass" };
    case "pay":
      return { type: "pay-card", card: heldLongest(handOf(state, seat)).id };
    case "discard":
      return { type: "discard-card", card: heldLongest(handOf(state, seat)).id };
    case "choose": {
      const first = { type: "choose", seat: nextInTurnOrder(table, seat) } as const;
      return asksForGod(table.awaiting?.card) ? { ...first, god: "tlaloc" } : first;
    }
    case "sacrifice":
    case "cards":
      return { type: "end-turn" };
    case undefined:
      throw new Error(`${seat} is not awaited: the match is over`);
  }
}

/** Returns the card held longest that is not a sign, else the sign held longest. */
function heldLongest(hand: readonly HeldCard[]): HeldCard {
  const held = hand.find(({ card }) => signOfCard(card) === null) ?? hand[0];
  if (held === undefined) throw new Error("a seat without cards cannot be asked for one");
  return held;
}
