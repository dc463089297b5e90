import { readOptions } from "@flower-war/rules";
import type { RandomBelow } from "@flower-war/rules/bots";
import {
  type Card,
  cardFace,
  type Decision,
  flowerWar,
  type HeldCard,
  type Seat,
  type State,
  type View,
} from "@flower-war/rules/flower-war";
import { seededRandom } from "./random.ts";

/**
 * Finds two states of Flower War for two, in which a seat has the same decision to make. They differ only in what it holds: in the
 * first it has one command besides conceding, in the second more. No other seat can see that.
 */
export function findTwins(seat: Seat, decision: Decision): readonly [forced: State, free: State] {
  for (let seed = 1; seed < 1000; seed += 1) {
    const random = seededRandom(seed);
    const state = playUntil(seat, decision, random);
    const dealt = state === null ? [] : Array.from({ length: 40 }, () => deal(state, seat, random));
    const count = (each: State) => countCommands(flowerWar.view(each, seat), seat);
    const forced = dealt.find((each) => count(each) === 1);
    const free = dealt.find((each) => count(each) > 1);
    if (forced && free) return [forced, free];
  }
  throw new Error(`no twins in which ${seat} decides about ${decision}`);
}

/** Returns how many commands a seat that is awaited has, without conceding. @param view what it sees */
export function countCommands(view: View, seat: Seat): number {
  return flowerWar.legal(view, seat).filter(({ type }) => type !== "concede").length;
}

/** Plays random commands until a seat that holds cards has this decision to make; `null`: it had none. */
function playUntil(seat: Seat, decision: Decision, random: RandomBelow): State | null {
  const { options } = readOptions(flowerWar, {});
  if (options === undefined) throw new Error("the game has options of its own");
  let state = flowerWar.setup(
    options,
    2,
    random(2 ** 32)
      .toString(16)
      .padStart(64, "0"),
  );
  for (let { awaiting } = state.table; awaiting !== null; { awaiting } = state.table) {
    const isIt = awaiting.seat === seat && awaiting.decision === decision;
    if (isIt && hiddenCards(state, seat).length > 0) return state;
    const commands = flowerWar
      .legal(flowerWar.view(state, awaiting.seat), awaiting.seat)
      .filter(({ type }) => type !== "concede");
    const decided = flowerWar.decide(state, awaiting.seat, commands[random(commands.length)]);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
  }
  return null;
}

/** Deals a seat other cards from the same decks. */
function deal(state: State, seat: Seat, random: RandomBelow): State {
  const { decks, hands } = state.hidden;
  const mixed = { war: [...decks.war], rain: [...decks.rain], day: [...decks.day] };
  const hand = (hands[seat] ?? []).map((held): HeldCard => {
    if (!isHidden(held.card)) return held;
    const deck = mixed[cardFace(held.card).deck];
    const left = state.table.decks[cardFace(held.card).deck];
    const at = left === 0 ? -1 : random(left);
    const card = deck[at];
    if (card === undefined) return held;
    deck[at] = held.card;
    return { ...held, card };
  });
  return { ...state, hidden: { ...state.hidden, decks: mixed, hands: { ...hands, [seat]: hand } } };
}

const hiddenCards = (state: State, seat: Seat): HeldCard[] =>
  (state.hidden.hands[seat] ?? []).filter(({ card }) => isHidden(card));

/** Others do not see cards from the War and Rain decks. */
const isHidden = (card: Card): boolean => cardFace(card).deck !== "day";
