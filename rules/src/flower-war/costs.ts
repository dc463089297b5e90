import { currentSpace, dayCount } from "./board.ts";
import { kindOf } from "./cards.ts";
import { ruleOf } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import type { Card, Refusal, Seat, SpaceId, Table } from "./vocabulary.ts";

/** The discs by whose rule a deck's cards cost nothing (canon section 10). */
const FREE_BY_RULE: { readonly [deck: string]: SpaceId } = { war: "cuauhtli", rain: "coatl" };

/** What a War or Rain card costs now, in skulls. */
export function costOf(table: Table, card: Card): number {
  if (table.options.cardCosts === "free") return 0;
  const { deck, cost = 0 } = kindOf(card);
  const freeing = FREE_BY_RULE[deck];
  if (freeing !== undefined && ruleOf(freeing, table)) return 0;
  return cost + Number(ruleOf("malinalli", table));
}

/** Why a seat cannot pay for a card: onto the current space, which must have room for it (canon section 7). */
export function refusesCost(table: Table, seat: Seat, card: Card): Refusal | null {
  const cost = costOf(table, card);
  if (cost > tribeOf(table, seat).skulls) return "not-enough-skulls";
  return cost > dayCount(table, currentSpace(table)) ? "space-full" : null;
}
