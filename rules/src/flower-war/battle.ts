import { die } from "../chance.ts";
import { takeCaptives } from "./captives.ts";
import { deckOf } from "./cards.ts";
import type { StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { ruleOf } from "./rule-changes.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import { loseToRemoved, takeFromSupply } from "./skulls.ts";
import { handOf, nextHeldId } from "./state.ts";
import type { Awaiting, Battle, HeldCard, Seat, Table } from "./vocabulary.ts";

/** The active seat attacks: both roll, then the card window, and what comes of it (canon section 5). */
export function battle(play: Play, { defender, landing }: StepOf<"battle">): void {
  const attacker = play.active;
  const { seed, chance } = play.state.hidden;
  const attack = die(seed, chance);
  const defense = die(seed, attack.position);
  const dice = { attacker: attack.value, defender: defense.value };
  play.happen({ type: "battle-began", attacker, defender, dice, chance: defense.position });
  play.next(
    { step: "card-window", seat: attacker, passes: 0 },
    { step: "settle", landing },
    { step: "end-battle" },
  );
}

/** Whose turn it is in the card window; who holds no War or Rain card passes by itself. */
export function cardWindow(play: Play, step: StepOf<"card-window">): Awaiting | null {
  if (holdsWarOrRain(play.table, step.seat)) return { seat: step.seat, decision: "battle" };
  passWindow(play, step);
  return null;
}

/** After a pass the other one's turn comes; the window closes when both have passed one after the other. */
export function passWindow(play: Play, { seat, passes }: StepOf<"card-window">): void {
  if (passes === 0) play.next({ step: "card-window", seat: opponentOf(play.table, seat), passes: 1 });
}

/** The higher total wins, and the loser pays: skulls, else a card, else a Day card is drawn for the winner. */
export function settle(play: Play, { landing }: StepOf<"settle">): void {
  const { stake } = battleOn(play.table);
  const winner = winnerOf(play.table);
  if (winner === null) return;
  const loser = opponentOf(play.table, winner);
  play.happen({ type: "battle-won", winner, loser });
  if (landing && winner === play.active) wonHere(play);
  play.next({ step: "spoils", winner, loser });
  const { skulls } = tribeOf(play.table, loser);
  if (skulls > 0) {
    play.happen({ type: "stake-paid", from: loser, to: winner, skulls: Math.min(stake, skulls) });
  } else if (handOf(play.state, loser).length > 0) {
    play.next({ step: "pay-card", loser });
  } else {
    play.next({ step: "day-card", seat: winner, spoils: true });
  }
}

/** The seat with the higher total; by ozomahtli's rule the attacker where they are equal, else nobody. */
function winnerOf(table: Table): Seat | null {
  const { attacker, defender, totals } = battleOn(table);
  if (totals.attacker > totals.defender) return attacker;
  if (totals.attacker < totals.defender) return defender;
  return ruleOf("ozomahtli", table) ? attacker : null;
}

/** The landing under way has seen the active seat win: its reward, if there is one, is doubled. */
function wonHere(play: Play): void {
  const { landings } = play.table.turn;
  play.flow = play.flow.map((step) =>
    step.step === "reward" && step.landing === landings ? { ...step, won: true } : step,
  );
}

/** The loser gives a card of its choice; its only card goes over without asking. */
export function payCard(play: Play, { loser }: StepOf<"pay-card">): Awaiting | null {
  const [only, ...others] = handOf(play.state, loser);
  if (only === undefined || others.length > 0) return { seat: loser, decision: "pay" };
  giveCard(play, loser, only);
  return null;
}

/** A card of the loser's choice goes from its hand into the winner's, where it has a new id. */
export function giveCard(play: Play, loser: Seat, gave: HeldCard): void {
  const winner = opponentOf(play.table, loser);
  const got = { id: nextHeldId(play.state), card: gave.card };
  play.happen({ type: "card-paid", from: loser, to: winner, deck: deckOf(gave.card), gave, got });
}

/** What a won battle brings beside the stake: miquiztli's rule, cozcacuauhtli's, then the winner's captives. */
export function spoils(play: Play, { winner, loser }: StepOf<"spoils">): void {
  if (ruleOf("miquiztli", play.table)) loseToRemoved(play, loser, 1);
  if (ruleOf("cozcacuauhtli", play.table)) takeFromSupply(play, winner, 1);
  takeCaptives(play, winner, loser);
}

/** All of the battle is done. */
export function endBattle(play: Play): void {
  play.happen({ type: "battle-ended" });
}

/** Ends the battle under way, and nothing of it that was still to be done is done. */
export function breakOffBattle(play: Play): void {
  endBattle(play);
  for (let step = play.flow.pop(); step?.step !== "end-battle"; step = play.flow.pop()) {
    if (step === undefined) throw new Error("a battle under way has its end in the flow");
  }
}

/** The other one of the two who battle. */
export function opponentOf(table: Table, seat: Seat): Seat {
  const { attacker, defender } = battleOn(table);
  return seat === attacker ? defender : attacker;
}

/** The battle under way. */
export function battleOn(table: Table): Battle {
  if (table.battle === null) throw new Error("no battle is under way");
  return table.battle;
}
