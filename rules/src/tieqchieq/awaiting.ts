import type { Awaiting, Table } from "./vocabulary.ts";

/** Returns the decision that the match waits for; none once it is over. */
export function awaitingOf({ phase, turn }: Table): readonly Awaiting[] {
  return phase === "over" ? [] : [{ seat: turn, decision: phase }];
}
