import { discsOffBoard } from "./discs.ts";
import type { Play } from "./play.ts";
import type { ByGod, Catastrophe } from "./vocabulary.ts";

/** A disc was picked up from the board: the first one of the match triggers the apocalypse (canon section 10). */
export function pickedUp(play: Play): void {
  const { apocalypse, offerings } = play.table;
  if (apocalypse.state !== "none") return;
  play.happen({
    type: "apocalypse-triggered",
    keeper: play.active,
    discs: discsOffBoard(play.table),
    ruling: catastropheOf(offerings),
  });
}

/** The tick that is due as a turn of the keeper begins: the gods' offerings are compared. */
export function tick(play: Play): void {
  const { apocalypse, offerings } = play.table;
  if (apocalypse.keeper !== play.active) return;
  const ruling = catastropheOf(offerings);
  play.happen(ruling === null ? { type: "forestalled" } : { type: "ticked", ruling });
}

/** The catastrophe of the god with more offerings; `null` while they are equal. */
function catastropheOf({ tlaloc, huitzilopochtli }: ByGod<number>): Catastrophe | null {
  if (tlaloc === huitzilopochtli) return null;
  return tlaloc > huitzilopochtli ? "flood" : "invasion";
}
