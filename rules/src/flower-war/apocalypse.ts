import { discsOffBoard } from "./discs.ts";
import type { Play } from "./play.ts";
import { type ByGod, type Catastrophe, GODS, SPACES, type SpaceId } from "./vocabulary.ts";

/** Trigger `260`: so many offerings in total, as counted. */
const ENOUGH_OFFERINGS = 260;

/** A disc was picked up from the board: with it enough of them may be off the board (canon sections 1 and 10). */
export function pickedUp(play: Play): void {
  const { apocalypseTrigger: wanted } = play.table.options;
  const discs = discsOffBoard(play.table);
  if (discs.length >= Math.min(wanted, SPACES.length)) trigger(play, discs);
}

/** A skull was offered: with trigger `260` it may be the one. */
export function offeringMade(play: Play): void {
  const { options, offerings } = play.table;
  if (options.apocalypseTrigger === ENOUGH_OFFERINGS && total(offerings) >= ENOUGH_OFFERINGS)
    trigger(play, []);
}

/** The apocalypse comes, once. */
function trigger(play: Play, discs: readonly SpaceId[]): void {
  const { apocalypse, offerings, options } = play.table;
  if (apocalypse.state !== "none") return;
  play.happen({
    type: "apocalypse-triggered",
    keeper: options.countdown === "keeper" ? play.active : null,
    discs,
    ruling: catastropheOf(offerings),
  });
}

/** The tick that is due as a turn of the keeper begins; an extra turn is none. */
export function tickAtBeginning(play: Play): void {
  const { apocalypse, turn } = play.table;
  if (apocalypse.keeper === turn.seat && !turn.extra) tick(play);
}

/** The tick that is due, where the countdown goes by turns, as a turn ends after the one of the trigger. */
export function tickAtEnd(play: Play): void {
  const { apocalypse, turn, options } = play.table;
  if (options.countdown !== "turns" || apocalypse.state === "none") return;
  if (turn.number > apocalypse.turn && !turn.extra) tick(play);
}

/** The gods' offerings are compared, and the count rises unless they are equal. */
function tick(play: Play): void {
  const { apocalypse, offerings } = play.table;
  const ruling = catastropheOf(offerings);
  play.happen(
    ruling === null ? { type: "forestalled" } : { type: "ticked", count: apocalypse.count + 1, ruling },
  );
}

/** The catastrophe of the god with more offerings; `null` while they are equal. */
function catastropheOf({ tlaloc, huitzilopochtli }: ByGod<number>): Catastrophe | null {
  if (tlaloc === huitzilopochtli) return null;
  return tlaloc > huitzilopochtli ? "flood" : "invasion";
}

function total(offerings: ByGod<number>): number {
  return GODS.reduce((sum, god) => sum + offerings[god], 0);
}
