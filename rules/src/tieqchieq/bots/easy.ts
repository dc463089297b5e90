import type { Bot } from "../../bots/bot.ts";
import { featureOf, HOME, otherSeat, squareAt } from "../board.ts";
import { openActs, targetOf } from "../movement.ts";
import type { Tieqchieq } from "../state.ts";
import type { Act, Seat, Table } from "../vocabulary.ts";

/**
 * Plays like a cheerful beginner: whenever it can bring a token home, onto a ring, a plus or the sun, or into a battle,
 * it does so every other time; else it plays any token. On a plus it goes on or stays at random. It never concedes.
 */
export const easy = ((view, random) => {
  const { seat, table } = view;
  if (seat === null || table.turn !== seat) throw new Error("a bot can play only while its seat is awaited");
  switch (table.phase) {
    case "toss":
      return { type: "toss" };
    case "act": {
      const acts = openActs(table, seat);
      const tempting = acts.filter((act) => isTempting(table, seat, act));
      const choices = tempting.length > 0 && random(2) === 0 ? tempting : acts;
      const act = choices[random(choices.length)];
      if (act === undefined) throw new Error("an awaited seat must have a legal command");
      return act;
    }
    case "plus":
      return { type: "plus", step: random(2) === 0 };
    case "over":
      throw new Error("a bot can play only while its seat is awaited");
  }
}) satisfies Bot<Tieqchieq>;

function isTempting(table: Table, seat: Seat, act: Act): boolean {
  const { step } = targetOf(table, seat, act);
  if (step === undefined) return false;
  const square = squareAt(seat, step);
  if (square === null) return step === HOME;
  return featureOf(seat, square) !== null || table.tokens[otherSeat(seat)].at.includes(square);
}
