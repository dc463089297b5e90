import { offeringMade } from "./apocalypse.ts";
import { drawToHand } from "./decks.ts";
import { freeOfferingsLeft, offersFree } from "./discs.ts";
import type { Play } from "./play.ts";
import { ruleOf } from "./rule-changes.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import { type Awaiting, type Deck, GODS, type God, type Refusal, type Table } from "./vocabulary.ts";

/** Skulls that Tonantzin takes for a Day card (canon section 6), and by xochitl's rule. */
const TRADE_PRICE = { usual: 7, xochitl: 4 };

const DECK_OF: { readonly [G in God]: Deck } = { huitzilopochtli: "war", tlaloc: "rain" };

/** The phase in which the active seat may offer or trade; passed when it can do neither and holds nothing to play. */
export function sacrificePhase(play: Play): Awaiting | null {
  const { table, active } = play;
  const offers = GODS.some((god) => refusesSacrifice(table, god) === null);
  if (offers || refusesTrade(table) === null || holdsWarOrRain(table, active))
    return { seat: active, decision: "sacrifice" };
  play.next({ step: "end-turn" });
  return null;
}

/** Why the active seat cannot offer a skull to a god now. */
export function refusesSacrifice(table: Table, god: God): Refusal | null {
  if (table.turn.traded) return "already-traded";
  return tribeOf(table, table.turn.seat).skulls > 0 || offersFree(table, god) ? null : "no-skulls";
}

/** How many more sacrifices the active seat can make at most with the skulls it has and its free offerings. */
export function sacrificesLeft(table: Table): number {
  if (table.turn.traded) return 0;
  return tribeOf(table, table.turn.seat).skulls + freeOfferingsLeft(table);
}

/** Why the active seat cannot trade with Tonantzin now. */
export function refusesTrade(table: Table): Refusal | null {
  if (table.turn.traded) return "already-traded";
  if (GODS.some((god) => table.turn.sacrifices[god] > 0)) return "already-sacrificed";
  return tribeOf(table, table.turn.seat).skulls >= tradePrice(table) ? null : "not-enough-skulls";
}

function tradePrice(table: Table): number {
  return ruleOf("xochitl", table) ? TRADE_PRICE.xochitl : TRADE_PRICE.usual;
}

/** One skull, of supply where that is free, becomes an offering, and the top card of the god's deck comes into the hand. */
export function sacrifice(play: Play, god: God): void {
  play.happen({ type: "sacrificed", seat: play.active, god, free: offersFree(play.table, god) });
  offeringMade(play);
  drawToHand(play, play.active, DECK_OF[god]);
  play.next({ step: "sacrifice" });
}

/** Skulls are removed for a Day card. */
export function trade(play: Play): void {
  play.happen({ type: "traded", seat: play.active, skulls: tradePrice(play.table) });
  play.next({ step: "day-card", seat: play.active, spoils: false }, { step: "sacrifice" });
}
