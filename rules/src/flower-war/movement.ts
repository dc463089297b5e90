import { currentSpace, spaceAhead } from "./board.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { openSteps } from "./steps.ts";
import type { Awaiting } from "./vocabulary.ts";

/** Requests the number of steps. If only one is possible, the seat moves by it. */
export function requestMove(play: Play): Awaiting | null {
  const open = openSteps(play.table);
  const [least] = open;
  if (least === undefined) throw new Error("a seat cannot move before its roll");
  if (open.length > 1) return { seat: play.active, decision: "move" };
  move(play, least);
  return null;
}

/** Moves the active seat so many steps of its roll ahead. */
export function move(play: Play, steps: number): void {
  arrive(play, spaceAhead(play.table, currentSpace(play.table), steps), steps);
}
