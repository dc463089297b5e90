import { die } from "../chance.ts";
import { breakOffBattle, opponentOf } from "./battle.ts";
import { kindOf } from "./cards.ts";
import { costOf, refusesCost } from "./costs.ts";
import type { Play } from "./play.ts";
import type { Card, HeldCard, Refusal, Seat, Table } from "./vocabulary.ts";
import { battlePart, lastOfOpponent } from "./weigh.ts";

/** Why a seat cannot play a card of its hand in the battle under way (canon sections 5 and 14). */
export function refusesBattleCard(table: Table, seat: Seat, card: Card): Refusal | null {
  return isPlayable(table, seat, card) ? refusesCost(table, seat, card) : "not-playable-now";
}

function isPlayable({ battle }: Table, seat: Seat, card: Card): boolean {
  const part = kindOf(card).battle;
  if (part === undefined || battle === null) return false;
  if (part.side !== undefined && battle[part.side] !== seat) return false;
  return part.stops === undefined || battle.played[lastOfOpponent(battle.played, seat)]?.inEffect === true;
}

/** A card is paid for, laid down and acts; then it is the opponent's turn, whose pass before no longer counts. */
export function playBattleCard(play: Play, seat: Seat, { id, card }: HeldCard): void {
  const cost = costOf(play.table, card);
  if (battlePart({ card }).rerolls) {
    const { seed, chance } = play.state.hidden;
    const { value: roll, position } = die(seed, chance);
    play.happen({ type: "battle-card-played", seat, card, id, cost, roll, chance: position });
  } else {
    play.happen({ type: "battle-card-played", seat, card, id, cost, roll: null });
  }
  if (battlePart({ card }).ends) breakOffBattle(play);
  else play.next({ step: "card-window", seat: opponentOf(play.table, seat), passes: 0 });
}
