import { bonusOf } from "./discs.ts";
import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import type { Table } from "./vocabulary.ts";

// Apart from movement.ts, which decides: a page loads only this.

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
