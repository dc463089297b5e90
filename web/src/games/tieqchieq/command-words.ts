import { type Act, type Command, squareAt, targetOf, type View } from "@flower-war/client-sdk/tieqchieq";
import type { Offer } from "../face.ts";
import { otherSeat, seatNoun } from "./nouns.ts";

/** A legal command of Tıeqchıeq as the words of a button. */
export function commandWords(command: Command, view: View): Offer {
  switch (command.type) {
    case "toss":
      return { words: "Toss the coins" };
    case "introduce":
      return { words: `Introduce a token on ${targetNoun(command, view)}` };
    case "move":
      return { words: `Move ${command.from} to ${targetNoun(command, view)}` };
    case "plus":
      return { words: command.step ? "Go one square on" : `Stay on ${view.table.plusAt ?? "the plus"}` };
  }
}

/** Where an act brings its token, and whom it meets there. */
function targetNoun(act: Act, { table }: View): string {
  const { turn, tokens } = table;
  const { step = 0 } = targetOf(table, turn, act);
  const square = squareAt(turn, step);
  if (square === null) return "X";
  const opponent = otherSeat(turn);
  return tokens[opponent].at.includes(square) ? `${square}, against ${seatNoun(opponent)}` : square;
}
