import { drawToHand } from "./decks.ts";
import type { Play } from "./play.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import type { Awaiting, Deck, God, Refusal, Table } from "./vocabulary.ts";

/** Skulls that Tonantzin takes for a Day card (canon section 6). */
const TRADE_PRICE = 7;

const DECK_OF: { readonly [G in God]: Deck } = { huitzilopochtli: "war", tlaloc: "rain" };

/** The phase in which the active seat may offer or trade; passed when it can do neither and holds nothing to play. */
export function sacrificePhase(play: Play): Awaiting | null {
  const { table, active } = play;
  const open =
    refusesSacrifice(table) === null || refusesTrade(table) === null || holdsWarOrRain(table, active);
  if (open) return { seat: active, decision: "sacrifice" };
  play.next({ step: "end-turn" });
  return null;
}

/** Why the active seat cannot offer a skull now. */
export function refusesSacrifice(table: Table): Refusal | null {
  if (table.turn.traded) return "already-traded";
  return tribeOf(table, table.turn.seat).skulls > 0 ? null : "no-skulls";
}

/** Why the active seat cannot trade with Tonantzin now. */
export function refusesTrade(table: Table): Refusal | null {
  if (table.turn.traded) return "already-traded";
  if (table.turn.sacrificed) return "already-sacrificed";
  return tribeOf(table, table.turn.seat).skulls >= TRADE_PRICE ? null : "not-enough-skulls";
}

/** One skull becomes an offering, and the top card of the god's deck comes into the hand. */
export function sacrifice(play: Play, god: God): void {
  play.happen({ type: "sacrificed", seat: play.active, god });
  drawToHand(play, play.active, DECK_OF[god]);
  play.next({ step: "sacrifice" });
}

/** Seven skulls are removed for a Day card. */
export function trade(play: Play): void {
  play.happen({ type: "traded", seat: play.active, skulls: TRADE_PRICE });
  play.next({ step: "day-card", seat: play.active }, { step: "sacrifice" });
}
