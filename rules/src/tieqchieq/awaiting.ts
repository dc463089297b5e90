import type { Awaiting, Table } from "./vocabulary.ts";

/** Who decides what; nobody once the match is over. */
export function awaitingOf({ phase, turn }: Table): readonly Awaiting[] {
  return phase === "over" ? [] : [{ seat: turn, decision: phase }];
}
