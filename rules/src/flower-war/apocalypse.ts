import { discsOffBoard } from "./discs.ts";
import type { Play } from "./play.ts";
import { type ByGod, type Catastrophe, GODS, SPACES, type SpaceId, type Table } from "./vocabulary.ts";

/** The number of all offerings at which the trigger `260` acts. */
export const OFFERINGS_TRIGGER = 260;

/** Triggers the apocalypse if enough discs are off the board, after one was picked up (canon sections 1 and 10). */
export function checkDiscTrigger(play: Play): void {
  const { apocalypseTrigger: wanted } = play.table.options;
  const discs = discsOffBoard(play.table);
  if (discs.length >= Math.min(wanted, SPACES.length)) triggerApocalypse(play, discs);
}

/** Triggers the apocalypse after an offering, if that is the trigger and enough were made. */
export function checkOfferingTrigger(play: Play): void {
  const { options, offerings } = play.table;
  if (options.apocalypseTrigger === OFFERINGS_TRIGGER && totalOfferings(offerings) >= OFFERINGS_TRIGGER)
    triggerApocalypse(play, []);
}

/** Triggers the apocalypse, unless it was triggered before. */
function triggerApocalypse(play: Play, discs: readonly SpaceId[]): void {
  const { apocalypse, options } = play.table;
  if (apocalypse.state !== "none") return;
  play.emit({
    type: "apocalypse-triggered",
    keeper: options.countdown === "keeper" ? play.active : null,
    discs,
    ruling: nextCatastrophe(play.table),
  });
}

/** Ticks as a turn of the keeper begins, except an extra turn. */
export function tickAtTurnStart(play: Play): void {
  const { apocalypse, turn } = play.table;
  if (apocalypse.keeper === turn.seat && !turn.extra) tick(play);
}

/** Ticks as a turn ends, if the countdown goes by turns: from the turn after the trigger on, except in extra turns. */
export function tickAtTurnEnd(play: Play): void {
  const { apocalypse, turn, options } = play.table;
  if (options.countdown !== "turns" || apocalypse.state === "none") return;
  if (turn.number > apocalypse.turn && !turn.extra) tick(play);
}

/** Compares the gods' offerings, and raises the count unless they are equal. */
function tick(play: Play): void {
  const ruling = nextCatastrophe(play.table);
  const { count } = play.table.apocalypse;
  play.emit(ruling === null ? { type: "forestalled" } : { type: "ticked", count: count + 1, ruling });
}

/** Returns the catastrophe of the god with more offerings, of those that are not used up; `null` while they are equal. */
function nextCatastrophe({ offerings, apocalypse: { unspent } }: Table): Catastrophe | null {
  const { tlaloc, huitzilopochtli } = unspent ?? offerings;
  if (tlaloc === huitzilopochtli) return null;
  return tlaloc > huitzilopochtli ? "flood" : "invasion";
}

function totalOfferings(offerings: ByGod<number>): number {
  return GODS.reduce((sum, god) => sum + offerings[god], 0);
}
