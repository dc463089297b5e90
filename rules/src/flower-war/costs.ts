import { currentSpace, dayCount } from "./board.ts";
import { kindOf } from "./cards.ts";
import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import type { Card, RefusalCode, Seat, SpaceId, Table } from "./vocabulary.ts";

/** The discs whose rules make the cards of a deck free (canon section 10). */
const FREE_BY_RULE: { readonly [deck: string]: SpaceId } = { war: "cuauhtli", rain: "coatl" };

/** Returns what a War or Rain card costs now, in skulls. */
export function costOf(table: Table, card: Card): number {
  if (table.options.cardCosts === "free") return 0;
  const { deck, cost = 0 } = kindOf(card);
  const freeing = FREE_BY_RULE[deck];
  if (freeing !== undefined && isRuleActive(freeing, table)) return 0;
  return cost + Number(isRuleActive("malinalli", table));
}

/**
 * Returns why a seat cannot pay for a card, `null` if it can: the current space's rack must have room for the cost
 * (canon section 7).
 */
export function checkCost(table: Table, seat: Seat, card: Card): RefusalCode | null {
  const cost = costOf(table, card);
  if (cost > tribeOf(table, seat).skulls) return "not-enough-skulls";
  return cost > dayCount(table, currentSpace(table)) ? "space-full" : null;
}
