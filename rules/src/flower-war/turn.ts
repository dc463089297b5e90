import { tickAtTurnEnd, tickAtTurnStart } from "./apocalypse.ts";
import { endOfWorld } from "./ending.ts";
import type { Play } from "./play.ts";
import { isRuleActive } from "./rule-changes.ts";
import { holdsWarOrRain, isInPlay, nextInTurnOrder, seatsInPlay, tribeOf } from "./seats.ts";
import { takeFromSupply } from "./skulls.ts";
import type { Awaiting, HeldCard, Seat } from "./vocabulary.ts";

/** The match ends with this turn at the latest (canon section 9). */
export const LAST_TURN = 2600;

/**
 * Requests the roll that moves the active seat. It is always requested, though no other answer is possible (canon
 * section 3).
 */
export function requestRoll({ active }: Play): Awaiting {
  return { seat: active, decision: "roll" };
}

/** Rolls for the active seat, by mazatl's rule two dice, and schedules its move and sacrifice phase. */
export function roll(play: Play): void {
  const reader = play.readChance();
  const dice = isRuleActive("mazatl", play.table) ? [reader.die(), reader.die()] : [reader.die()];
  play.emit({ type: "rolled", seat: play.active, dice, chance: reader.position });
  play.schedule({ step: "move" }, { step: "sacrifice" });
}

/** Requests cards to play or discard. The turn ends if the active seat holds no War and Rain cards. */
export function requestCards(play: Play): Awaiting | null {
  if (holdsWarOrRain(play.table, play.active)) return { seat: play.active, decision: "cards" };
  play.schedule({ step: "end-turn" });
  return null;
}

/** Lays a card down on the current space, inert. This closes the sacrifice phase. */
export function discard(play: Play, { id, card }: HeldCard): void {
  play.emit({ type: "discarded", seat: play.active, card, id });
  play.schedule({ step: "cards" });
}

/** Ends the turn, with the tick if one is due, and begins the next one. */
export function endTurn(play: Play): void {
  tickAtTurnEnd(play);
  const { turn } = play.table;
  if (turn.number === LAST_TURN) {
    play.emit({ type: "ended", outcome: endOfWorld(play.state, "out-of-days") });
    return;
  }
  const extra = turn.again && isInPlay(play.table, turn.seat);
  beginTurn(play, extra ? turn.seat : nextInTurnOrder(play.table, turn.seat), extra);
}

/** Begins a turn: the tick if one is due, then quiahuitl's rule, then itzcuintli's, then the roll. */
function beginTurn(play: Play, seat: Seat, extra: boolean): void {
  play.emit({ type: "turn-began", seat, extra });
  tickAtTurnStart(play);
  if (isRuleActive("quiahuitl", play.table) && seatsInPlay(play.table)[0] === seat) rainOnRacks(play);
  if (isRuleActive("itzcuintli", play.table) && tribeOf(play.table, seat).skulls === 0) {
    takeFromSupply(play, seat, 1);
  }
  play.schedule({ step: "roll" });
}

/** Adds a skull from supply to every rack that is not full, in the order of the spaces, as far as supply goes. */
function rainOnRacks(play: Play): void {
  const { options, spaces, supply } = play.table;
  const open = spaces.flatMap(({ rack }, index) => (rack < options.rackSize ? [index + 1] : []));
  const rained = open.slice(0, supply);
  if (rained.length > 0) play.emit({ type: "rained", spaces: rained });
}
