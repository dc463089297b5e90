import { openActs } from "./movement.ts";
import type { State } from "./state.ts";
import type { Command, Seat } from "./vocabulary.ts";

/**
 * Returns what the referee plays for the awaited seat when it does not answer: the simplest play that always advances
 * (canon section 11).
 */
export function fallback({ table }: State, seat: Seat): Command {
  switch (table.phase) {
    case "toss":
      return { type: "toss" };
    case "act":
      // The tokens of a table are in the order of their steps, so the last act moves the foremost token.
      return openActs(table, seat).at(-1) ?? { type: "introduce" };
    case "plus":
      return { type: "plus", step: false };
    case "over":
      throw new Error(`${seat} is not awaited: the match is over`);
  }
}
