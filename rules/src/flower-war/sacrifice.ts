import { checkOfferingTrigger } from "./apocalypse.ts";
import { drawToHand } from "./decks.ts";
import { freeOfferingsLeft, isOfferingFree } from "./discs.ts";
import type { Play } from "./play.ts";
import { isRuleActive } from "./rule-changes.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import { type Awaiting, type Deck, type God, GODS, type RefusalCode, type Table } from "./vocabulary.ts";

const DECK_OF: { readonly [G in God]: Deck } = { huitzilopochtli: "war", tlaloc: "rain" };

/** Requests a sacrifice, a trade or a card. The turn ends if the active seat can do none of them. */
export function requestSacrifice(play: Play): Awaiting | null {
  const { table, active } = play;
  const offers = GODS.some((god) => checkSacrifice(table, god) === null);
  if (offers || checkTrade(table) === null || holdsWarOrRain(table, active))
    return { seat: active, decision: "sacrifice" };
  play.schedule({ step: "end-turn" });
  return null;
}

/** Makes one skull an offering, from supply if that is free, and draws the top card of the god's deck. */
export function sacrifice(play: Play, god: God): void {
  play.emit({ type: "sacrificed", seat: play.active, god, free: isOfferingFree(play.table, god) });
  checkOfferingTrigger(play);
  drawToHand(play, play.active, DECK_OF[god]);
  play.schedule({ step: "sacrifice" });
}

/** Removes skulls, and schedules the Day card that they buy. */
export function trade(play: Play): void {
  play.emit({ type: "traded", seat: play.active, skulls: tradePrice(play.table) });
  play.schedule({ step: "day-card", seat: play.active, spoils: false }, { step: "sacrifice" });
}

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
