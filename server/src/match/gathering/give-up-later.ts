import type { Journal, Position } from "../../storage/journal/journal.ts";
import type { Time } from "../../time.ts";

/**
 * Gives up a match that has not begun and whose room is closed, unless a request restores it before: then it has a new owner.
 * @param at where its log ends
 * @param ms until then
 */
export function giveUpLater(
  { journal, time }: { readonly journal: Pick<Journal, "append">; readonly time: Time },
  match: string,
  at: Position,
  ms: number,
): void {
  const giveUp = () => journal.append(match, at, [{ type: "given-up", at: time.now() }], true);
  // If it cannot be stored, the match is kept as long as other abandoned ones.
  time.after(ms, () => void giveUp().catch(() => {}), { background: true });
}
