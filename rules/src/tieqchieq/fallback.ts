import { openActs } from "./movement.ts";
import type { State } from "./state.ts";
import type { Command, Seat } from "./vocabulary.ts";

/** What the referee plays for the awaited seat when it does not answer: the plainest play that always advances (canon section 11). */
export function fallback({ table }: State, seat: Seat): Command {
  switch (table.phase) {
    case "toss":
      return { type: "toss" };
    case "act":
      // The tokens of a table stand in the order of their steps.
      return openActs(table, seat).at(-1) ?? { type: "introduce" };
    case "plus":
      return { type: "plus", step: false };
    case "over":
      throw new Error(`nothing to play for ${seat}: the match is over`);
  }
}
