import { openActs } from "./movement.ts";
import type { Command, Seat, View } from "./vocabulary.ts";

/** Returns every command that `decide` accepts from this seat now. */
export function legal({ table }: View, seat: Seat): readonly Command[] {
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
