import { claimCommandId, playedBy } from "./command-ids.ts";
import type { Fact } from "./facts.ts";

/** Returns the id of the command by which the player of a seat concedes who did not come to a tournament's match. */
export const noShowCommandId = (seat: string): string => claimCommandId("no-show", seat);

/**
 * Returns the seats of a tournament's match whose players did not come, as its facts have them: in turn order, however it ended. A match that
 * was closed says itself for whom the wait ended.
 */
export function noShowsIn(facts: readonly Fact[]): readonly string[] {
  const begun = facts.find((fact) => fact.type === "begun");
  const closed = facts.find((fact) => fact.type === "given-up");
  if (!begun) return closed?.absent ?? [];
  const conceded = new Set(facts.flatMap((fact) => (fact.type === "entry" ? fact.entry.id : [])));
  const came = new Set(facts.map(comingSeat));
  return begun.seats.filter((seat, i) => {
    if (conceded.has(noShowCommandId(seat))) return true;
    return !closed && begun.players[i]?.from === "stand-in" && !came.has(seat);
  });
}

/** Returns the seat whose player was there, as this fact shows; `null`: it shows that of none. */
function comingSeat(fact: Fact): string | null {
  if (fact.type === "entry") {
    const by = playedBy(fact.entry);
    return by === null || by === "bead" ? fact.entry.seat : null;
  }
  const isSign = fact.type === "seal" || fact.type === "nonce" || fact.type === "player-back";
  return isSign ? fact.seat : null;
}
