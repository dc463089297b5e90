import { currentSpace, stepsAhead } from "./board.ts";
import { bonusOf } from "./discs.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { ruleOf } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import type { Awaiting, Table } from "./vocabulary.ts";

/** Steps by which a canoe may lengthen a roll (canon section 7). */
const CANOE_STEPS = 3;

/** The numbers of steps that the roll leaves open, ascending: from each die up to the bonuses (canon section 3). */
export function openSteps(table: Table): readonly number[] {
  const { seat, dice } = table.turn;
  const longer = bonusOf(table, seat, "movement") + CANOE_STEPS * tribeOf(table, seat).canoes;
  const more = Number(ruleOf("ehecatl", table));
  const open: number[] = [];
  for (const die of dice) {
    for (let steps = die + more; steps <= die + more + longer; steps += 1) {
      if (!open.includes(steps)) open.push(steps);
    }
  }
  return open.sort((a, b) => a - b);
}

/** The phase in which the active seat chooses among its steps; with one number open it moves by that. */
export function movePhase(play: Play): Awaiting | null {
  const [least, ...others] = openSteps(play.table);
  if (least === undefined) throw new Error("a seat moves by what it rolled");
  if (others.length > 0) return { seat: play.active, decision: "move" };
  move(play, least);
  return null;
}

/** The active seat goes so many steps of its roll ahead and lands. */
export function move(play: Play, steps: number): void {
  arrive(play, stepsAhead(play.table, currentSpace(play.table), steps), steps);
}
