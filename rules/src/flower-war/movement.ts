import { currentSpace, spaceAhead } from "./board.ts";
import { bonusOf } from "./discs.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import type { Awaiting, Table } from "./vocabulary.ts";

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

/** Steps by which one canoe may lengthen a roll (canon section 7). */
export const CANOE_STEPS = 3;

/**
 * Returns the numbers of steps that the active seat may choose from, ascending: each die up to the die plus all bonuses
 * (canon section 3).
 */
export function openSteps(table: Table): readonly number[] {
  const { seat, dice } = table.turn;
  const bonus = bonusOf(table, seat, "movement") + CANOE_STEPS * tribeOf(table, seat).canoes;
  const open: number[] = [];
  for (const die of dice) {
    const least = die + Number(isRuleActive("ehecatl", table));
    for (let steps = least; steps <= least + bonus; steps += 1) {
      if (!open.includes(steps)) open.push(steps);
    }
  }
  return open.sort((a, b) => a - b);
}
