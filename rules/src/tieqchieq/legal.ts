import { openActs } from "./movement.ts";
import type { Awaiting, Command, Seat, Table, View } from "./vocabulary.ts";

/** Returns every command that `decide` accepts from this seat now. */
export function legal({ table }: View, seat: Seat): readonly Command[] {
  return table.phase === "over" ? [] : [...answersOf(table, seat), { type: "concede" }];
}

/** Returns every command with which a seat can answer the decision that it has; none if it has none. */
export function answersOf(table: Table, seat: Seat): readonly Command[] {
  if (table.turn !== seat) return [];
  switch (table.phase) {
    case "toss":
      return [{ type: "toss" }];
    case "act":
      return openActs(table, seat);
    case "plus":
      return [
        { type: "plus", step: true },
        { type: "plus", step: false },
      ];
    case "over":
      return [];
  }
}

/** Returns the decision that the match waits for; none once it is over. */
export function awaitingOf({ phase, turn }: Table): readonly Awaiting[] {
  return phase === "over" ? [] : [{ seat: turn, decision: phase }];
}
