import { refusalOf } from "./refusals.ts";
import {
  type Command,
  type Decision,
  GODS,
  type HeldCard,
  type Seat,
  type Table,
  type View,
} from "./vocabulary.ts";

/** Every command that `decide` accepts from this seat now, from what the seat may see. */
export function legal({ table, hand }: View, seat: Seat): readonly Command[] {
  const answers = table.awaiting?.seat === seat ? possibleAnswers(table, hand, table.awaiting.decision) : [];
  const commands: readonly Command[] = [...answers, { type: "concede" }];
  return commands.filter((command) => refusalOf(table, hand, seat, command) === null);
}

/** Every command that could answer a decision; the refusals say which of them does. */
function possibleAnswers(table: Table, hand: readonly HeldCard[], decision: Decision): readonly Command[] {
  switch (decision) {
    case "roll":
      return [{ type: "roll" }];
    case "battle":
      return [{ type: "pass" }];
    case "challenge":
      return [...table.seats.map((seat): Command => ({ type: "challenge", seat })), { type: "pass" }];
    case "pay":
      return hand.map(({ id }): Command => ({ type: "pay-card", card: id }));
    case "sacrifice":
      return [
        ...GODS.map((god): Command => ({ type: "sacrifice", god })),
        { type: "trade" },
        ...discards(hand),
        { type: "end-turn" },
      ];
    case "cards":
      return [...discards(hand), { type: "end-turn" }];
    case "move":
    case "choose":
    case "discard":
      return [];
  }
}

function discards(hand: readonly HeldCard[]): readonly Command[] {
  return hand.map(({ id }) => ({ type: "discard", card: id }));
}
