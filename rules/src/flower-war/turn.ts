import { die } from "../chance.ts";
import { tick } from "./apocalypse.ts";
import { currentSpace, stepsAhead } from "./board.ts";
import { outcomeOf } from "./ending.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { holdsWarOrRain, nextInTurnOrder } from "./seats.ts";
import type { Awaiting, HeldCard } from "./vocabulary.ts";

/** The match ends with this turn's end, if it goes on so long (canon section 9). */
const LAST_TURN = 2600;

/** The roll that moves the active seat; always asked (canon section 3). */
export function rollPhase({ active }: Play): Awaiting {
  return { seat: active, decision: "roll" };
}

/** The active seat rolls, moves by the die and lands; then the sacrifice phase. */
export function roll(play: Play): void {
  const { seed, chance } = play.state.hidden;
  const { value, position } = die(seed, chance);
  play.happen({ type: "rolled", seat: play.active, die: value, chance: position });
  play.next({ step: "sacrifice" });
  arrive(play, stepsAhead(currentSpace(play.table), value));
}

/** The phase in which the active seat may play and discard War and Rain cards; passed when it holds none. */
export function cardsPhase(play: Play): Awaiting | null {
  if (holdsWarOrRain(play.table, play.active)) return { seat: play.active, decision: "cards" };
  play.next({ step: "end-turn" });
  return null;
}

/** A card is laid down on the current space, inert; the sacrifice phase is closed. */
export function discard(play: Play, { id, card }: HeldCard): void {
  play.happen({ type: "discarded", seat: play.active, card, id });
  play.next({ step: "cards" });
}

/** The turn ends, and the next seat's begins: the tick if one is due, then the roll. */
export function endTurn(play: Play): void {
  if (play.table.turn.number === LAST_TURN) {
    play.happen({ type: "ended", outcome: outcomeOf(play.state, "out-of-days", null) });
    return;
  }
  play.happen({ type: "turn-began", seat: nextInTurnOrder(play.table, play.active) });
  tick(play);
  play.next({ step: "roll" });
}
