import { firstDifference, same } from "./same.ts";

/** An entry of the table, as a record has it. */
export interface TableEntry {
  readonly seat: string;
  readonly by?: string;
  readonly command: object;
  readonly events: readonly object[];
}

/** What is wrong with such an entry. */
export interface TableFlaw {
  readonly reason: "refused" | "other-command" | "other-events";
  readonly details: { readonly expected?: unknown; readonly found?: unknown };
}

/** Returns the flaw of an entry whose command the server would refuse with this code. */
export const refusedWith = (found: string): TableFlaw => ({ reason: "refused", details: { found } });

/** Returns in what an entry differs from the command and the event that the server would have written; `null`: in nothing. */
export function differenceFrom(command: object, event: object, found: TableEntry): TableFlaw | null {
  if (!same(command, found.command))
    return { reason: "other-command", details: { expected: command, found: found.command } };
  const difference = firstDifference([event], found.events);
  return difference === null ? null : { reason: "other-events", details: difference };
}
