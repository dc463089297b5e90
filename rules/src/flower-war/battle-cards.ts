import { breakOffBattle, opponentOf } from "./battle.ts";
import { kindOf } from "./cards.ts";
import { checkCost, costOf } from "./costs.ts";
import type { Play } from "./play.ts";
import type { Card, HeldCard, RefusalCode, Seat, Table } from "./vocabulary.ts";
import { battleEffectOf, lastIndexOfOpponent } from "./weigh.ts";

/**
 * Returns why a seat cannot play a card of its hand in the current battle (canon sections 5 and 14); `null` if it can.
 */
export function checkBattleCard(table: Table, seat: Seat, card: Card): RefusalCode | null {
  return isPlayable(table, seat, card) ? checkCost(table, seat, card) : "not-playable-now";
}

function isPlayable({ battle }: Table, seat: Seat, card: Card): boolean {
  const part = kindOf(card).battle;
  if (part === undefined || battle === null) return false;
  if (part.side !== undefined && battle[part.side] !== seat) return false;
  return (
    part.stops === undefined || battle.played[lastIndexOfOpponent(battle.played, seat)]?.inEffect === true
  );
}

/** Pays for a card, lays it down and applies it. The opponent plays next, and an earlier pass no longer counts. */
export function playBattleCard(play: Play, seat: Seat, { id, card }: HeldCard): void {
  const cost = costOf(play.table, card);
  if (battleEffectOf({ card }).rerolls) {
    const reader = play.readChance();
    const roll = reader.die();
    play.emit({ type: "battle-card-played", seat, card, id, cost, roll, chance: reader.position });
  } else {
    play.emit({ type: "battle-card-played", seat, card, id, cost, roll: null });
  }
  if (battleEffectOf({ card }).ends) breakOffBattle(play);
  else play.schedule({ step: "card-window", seat: opponentOf(play.table, seat), passes: 0 });
}
