import { die } from "../chance.ts";
import { tickAtBeginning, tickAtEnd } from "./apocalypse.ts";
import { outcomeOf } from "./ending.ts";
import type { Play } from "./play.ts";
import { ruleOf } from "./rule-changes.ts";
import { holdsWarOrRain, inPlay, nextInTurnOrder, seatsInPlay, tribeOf } from "./seats.ts";
import { takeFromSupply } from "./skulls.ts";
import type { Awaiting, HeldCard, Seat } from "./vocabulary.ts";

/** The match ends with this turn's end, if it goes on so long (canon section 9). */
const LAST_TURN = 2600;

/** The roll that moves the active seat; always asked (canon section 3). */
export function rollPhase({ active }: Play): Awaiting {
  return { seat: active, decision: "roll" };
}

/** The active seat rolls, by mazatl's rule two dice; it will move and land; then the sacrifice phase. */
export function roll(play: Play): void {
  const { seed, chance } = play.state.hidden;
  const first = die(seed, chance);
  const rolled = ruleOf("mazatl", play.table) ? [first, die(seed, first.position)] : [first];
  play.happen({
    type: "rolled",
    seat: play.active,
    dice: rolled.map(({ value }) => value),
    chance: rolled.at(-1)?.position ?? chance,
  });
  play.next({ step: "move" }, { step: "sacrifice" });
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

/** The turn ends, with the tick if one is due, and the next one begins. */
export function endTurn(play: Play): void {
  tickAtEnd(play);
  const { turn } = play.table;
  if (turn.number === LAST_TURN) {
    play.happen({ type: "ended", outcome: outcomeOf(play.state, "out-of-days", null) });
    return;
  }
  const extra = turn.again && inPlay(play.table, turn.seat);
  beginTurn(play, extra ? turn.seat : nextInTurnOrder(play.table, turn.seat), extra);
}

/** A turn begins: the tick if one is due, then quiahuitl's rule, then itzcuintli's, then the roll. */
function beginTurn(play: Play, seat: Seat, extra: boolean): void {
  play.happen({ type: "turn-began", seat, extra });
  tickAtBeginning(play);
  if (ruleOf("quiahuitl", play.table) && seatsInPlay(play.table)[0] === seat) rain(play);
  if (ruleOf("itzcuintli", play.table) && tribeOf(play.table, seat).skulls === 0) {
    takeFromSupply(play, seat, 1);
  }
  play.next({ step: "roll" });
}

/** Every rack that is not full gains a skull from supply, in the order of the spaces, as far as supply goes. */
function rain(play: Play): void {
  const { options, spaces, supply } = play.table;
  const open = spaces.flatMap(({ rack }, index) => (rack < options.rackSize ? [index + 1] : []));
  const rained = open.slice(0, supply);
  if (rained.length > 0) play.happen({ type: "rained", spaces: rained });
}
