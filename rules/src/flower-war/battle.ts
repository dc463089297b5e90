import { die } from "../chance.ts";
import { deckOf } from "./cards.ts";
import type { StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { holdsWarOrRain, tribeOf } from "./seats.ts";
import { handOf, nextHeldId } from "./state.ts";
import type { Awaiting, Battle, HeldCard, Seat, Table } from "./vocabulary.ts";

/** What the loser of a battle owes, in skulls (canon section 1, `battleStake`: `one`). */
const STAKE = 1;

/** The active seat attacks: both roll, then the card window, and what comes of it (canon section 5). */
export function battle(play: Play, { defender }: StepOf<"battle">): void {
  const attacker = play.active;
  const { seed, chance } = play.state.hidden;
  const attack = die(seed, chance);
  const defense = die(seed, attack.position);
  const dice = { attacker: attack.value, defender: defense.value };
  play.happen({ type: "battle-began", attacker, defender, dice, chance: defense.position });
  play.next({ step: "card-window", seat: attacker, passes: 0 }, { step: "settle" }, { step: "end-battle" });
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
export function settle(play: Play): void {
  const { attacker, defender, dice } = battleOn(play.table);
  if (dice.attacker === dice.defender) return;
  const [winner, loser] = dice.attacker > dice.defender ? [attacker, defender] : [defender, attacker];
  play.happen({ type: "battle-won", winner, loser });
  const { skulls } = tribeOf(play.table, loser);
  if (skulls > 0) {
    play.happen({ type: "stake-paid", from: loser, to: winner, skulls: Math.min(STAKE, skulls) });
  } else if (handOf(play.state, loser).length > 0) {
    play.next({ step: "pay-card", loser });
  } else {
    play.next({ step: "day-card", seat: winner });
  }
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

/** All of the battle is done. */
export function endBattle(play: Play): void {
  play.happen({ type: "battle-ended" });
}

function opponentOf(table: Table, seat: Seat): Seat {
  const { attacker, defender } = battleOn(table);
  return seat === attacker ? defender : attacker;
}

function battleOn(table: Table): Battle {
  if (table.battle === null) throw new Error("no battle is under way");
  return table.battle;
}
