import { checkOfferingTrigger } from "./apocalypse.ts";
import { drawToHand } from "./decks.ts";
import { isOfferingFree } from "./discs.ts";
import { checkSacrifice, checkTrade, tradePrice } from "./offerings.ts";
import type { Play } from "./play.ts";
import { holdsWarOrRain } from "./seats.ts";
import { type Awaiting, type Deck, GODS, type God } from "./vocabulary.ts";

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
