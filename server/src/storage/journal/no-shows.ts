import { claimCommandId } from "./command-ids.ts";
import type { Fact } from "./facts.ts";

/** Returns the id of the command by which the player of a seat concedes who did not come to a tournament's match. */
export const noShowCommandId = (seat: string): string => claimCommandId("no-show", seat);

/** Returns the seats of a tournament's match whose players did not come, as its facts have them. */
export function noShowsIn(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => {
    if (fact.type === "given-up") return fact.absent ?? [];
    return fact.type === "entry" && fact.entry.id === noShowCommandId(fact.entry.seat)
      ? [fact.entry.seat]
      : [];
  });
}
