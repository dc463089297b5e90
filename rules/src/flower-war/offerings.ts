import { freeOfferingsLeft, isOfferingFree } from "./discs.ts";
import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import { GODS, type God, type RefusalCode, type Table } from "./vocabulary.ts";

// Apart from sacrifice.ts, which decides: a page loads only this.

/** Skulls that Tonantzin takes for a Day card (canon section 6): usually, and by xochitl's rule. */
const TRADE_PRICE = { usual: 7, xochitl: 4 };

/** Returns why the active seat cannot offer a skull to a god now; `null` if it can. */
export function checkSacrifice(table: Table, god: God): RefusalCode | null {
  if (table.turn.traded) return "already-traded";
  return tribeOf(table, table.turn.seat).skulls > 0 || isOfferingFree(table, god) ? null : "no-skulls";
}

/** Returns how many more sacrifices the active seat can make at most, with its skulls and its free offerings. */
export function sacrificesLeft(table: Table): number {
  if (table.turn.traded) return 0;
  return tribeOf(table, table.turn.seat).skulls + freeOfferingsLeft(table);
}

/** Returns why the active seat cannot trade with Tonantzin now; `null` if it can. */
export function checkTrade(table: Table): RefusalCode | null {
  if (table.turn.traded) return "already-traded";
  if (GODS.some((god) => table.turn.sacrifices[god] > 0)) return "already-sacrificed";
  return tribeOf(table, table.turn.seat).skulls >= tradePrice(table) ? null : "not-enough-skulls";
}

/** Returns how many skulls a trade with Tonantzin takes now. */
export function tradePrice(table: Table): number {
  return isRuleActive("xochitl", table) ? TRADE_PRICE.xochitl : TRADE_PRICE.usual;
}
