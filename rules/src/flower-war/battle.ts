import { deckOf, kindOf } from "./cards.ts";
import { checkCost, costOf } from "./costs.ts";
import type { StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { isRuleActive } from "./rule-changes.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import { loseToRemoved, takeFromSupply } from "./skulls.ts";
import { handOf, nextHeldId } from "./state.ts";
import type { Awaiting, Battle, Card, HeldCard, RefusalCode, Seat, Table } from "./vocabulary.ts";
import { battleEffectOf, lastIndexOfOpponent } from "./weigh.ts";

/**
 * Rolls for the active seat, which attacks, and for the defender, and schedules the rest of the battle (canon section
 * 5).
 */
export function startBattle(play: Play, { defender, landing }: StepOf<"battle">): void {
  const attacker = play.active;
  const reader = play.readChance();
  const dice = { attacker: reader.die(), defender: reader.die() };
  play.emit({ type: "battle-began", attacker, defender, dice, chance: reader.position });
  play.schedule(
    { step: "card-window", seat: attacker, passes: 0 },
    { step: "settle", landing },
    { step: "end-battle" },
  );
}

/**
 * Requests a battle card or a pass from the seat whose turn it is; a seat without War and Rain cards passes
 * automatically.
 */
export function requestBattleCard(play: Play, step: StepOf<"card-window">): Awaiting | null {
  if (holdsWarOrRain(play.table, step.seat)) return { seat: step.seat, decision: "battle" };
  passCardWindow(play, step);
  return null;
}

/** Passes the card window on to the opponent, or closes it after the second pass in a row. */
export function passCardWindow(play: Play, { seat, passes }: StepOf<"card-window">): void {
  if (passes === 0) play.schedule({ step: "card-window", seat: opponentOf(play.table, seat), passes: 1 });
}

/**
 * Settles a battle: the seat with the higher total wins, and the loser pays skulls, else a card. If the loser has
 * neither, a Day card is drawn for the winner instead.
 */
export function settleBattle(play: Play, { landing }: StepOf<"settle">): void {
  const { stake } = currentBattle(play.table);
  const winner = winnerOf(play.table);
  if (winner === null) return;
  const loser = opponentOf(play.table, winner);
  play.emit({ type: "battle-won", winner, loser });
  if (landing && winner === play.active) doubleReward(play);
  play.schedule({ step: "spoils", winner, loser });
  const { skulls } = tribeOf(play.table, loser);
  if (skulls > 0) {
    play.emit({ type: "stake-paid", from: loser, to: winner, skulls: Math.min(stake, skulls) });
  } else if (handOf(play.state, loser).length > 0) {
    play.schedule({ step: "pay-card", loser });
  } else {
    play.schedule({ step: "day-card", seat: winner, spoils: true });
  }
}

/**
 * Returns the seat with the higher total. If the totals are equal, it is the attacker by ozomahtli's rule, else no seat.
 */
function winnerOf(table: Table): Seat | null {
  const { attacker, defender, totals } = currentBattle(table);
  if (totals.attacker > totals.defender) return attacker;
  if (totals.attacker < totals.defender) return defender;
  return isRuleActive("ozomahtli", table) ? attacker : null;
}

/** Doubles the reward of the current landing, if it has one, because the active seat won there. */
function doubleReward(play: Play): void {
  const { landings } = play.table.turn;
  play.flow = play.flow.map((step) =>
    step.step === "reward" && step.landing === landings ? { ...step, won: true } : step,
  );
}

/** Requests the card that the loser pays. A seat with a single card pays it without a decision. */
export function requestPayment(play: Play, { loser }: StepOf<"pay-card">): Awaiting | null {
  const [only, ...others] = handOf(play.state, loser);
  if (only === undefined || others.length > 0) return { seat: loser, decision: "pay" };
  giveCard(play, loser, only);
  return null;
}

/** Moves a card of the loser's choice into the winner's hand, where it gets a new id. */
export function giveCard(play: Play, loser: Seat, gave: HeldCard): void {
  const winner = opponentOf(play.table, loser);
  const got = { id: nextHeldId(play.state), card: gave.card };
  play.emit({ type: "card-paid", from: loser, to: winner, deck: deckOf(gave.card), gave, got });
}

/** Gives the winner what a won battle brings beside the stake: miquiztli's rule, cozcacuauhtli's, then the captives. */
export function grantSpoils(play: Play, { winner, loser }: StepOf<"spoils">): void {
  if (isRuleActive("miquiztli", play.table)) loseToRemoved(play, loser, 1);
  if (isRuleActive("cozcacuauhtli", play.table)) takeFromSupply(play, winner, 1);
  takeCaptives(play, winner, loser);
}

export function endBattle(play: Play): void {
  play.emit({ type: "battle-ended" });
}

/** Ends the current battle and drops all its remaining steps. */
export function breakOffBattle(play: Play): void {
  endBattle(play);
  for (let step = play.flow.pop(); step?.step !== "end-battle"; step = play.flow.pop()) {
    if (step === undefined) throw new Error("the flow of a battle has no end-battle step");
  }
}

/** Returns the other seat in the current battle. */
export function opponentOf(table: Table, seat: Seat): Seat {
  const { attacker, defender } = currentBattle(table);
  return seat === attacker ? defender : attacker;
}

/**
 * Returns the current battle.
 * @throws Error if there is none
 */
export function currentBattle(table: Table): Battle {
  if (table.battle === null) throw new Error("there is no battle");
  return table.battle;
}

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

/** Takes a random card from the loser's hand for each of the winner's captives in effect. */
export function takeCaptives(play: Play, winner: Seat, loser: Seat): void {
  const played = play.table.battle?.played ?? [];
  for (const card of played.filter(({ seat, inEffect }) => seat === winner && inEffect)) {
    for (let n = 0; n < (battleEffectOf(card).captives ?? 0); n += 1) takeRandomCard(play, winner, loser);
  }
}

function takeRandomCard(play: Play, to: Seat, from: Seat): void {
  const hand = handOf(play.state, from);
  if (hand.length === 0 || play.isOver) return;
  const reader = play.readChance();
  const gave = hand[reader.below(hand.length)];
  if (gave === undefined) throw new RangeError("there is no such card in the hand");
  const got = { id: nextHeldId(play.state), card: gave.card };
  const deck = deckOf(gave.card);
  play.emit({ type: "card-taken", from, to, deck, gave, got, chance: reader.position });
}
