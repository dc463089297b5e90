import { randomFrom } from "../../src/bots/index.ts";
import { CARDS, deckOf, kindOf } from "../../src/flower-war/cards.ts";
import { type FlowerWar, flowerWar, type Hidden, type State } from "../../src/flower-war/index.ts";
import { isInPlay, seatsInPlay, tribeOf } from "../../src/flower-war/seats.ts";
import { signsOf } from "../../src/flower-war/signs.ts";
import { handOf } from "../../src/flower-war/state.ts";
import type { Change } from "../../src/trials/trial.ts";
import {
  type Card,
  DECKS,
  type Deck,
  GODS,
  type HeldCard,
  type Seat,
  type Space,
  type Table,
} from "../../src/flower-war/vocabulary.ts";

/**
 * Returns what violates canon section 15, or what the table says wrongly about hidden things; empty if nothing does.
 * @param change the event that led to the state, and the state before it
 */
export function findFaults(state: State, change?: Change<FlowerWar>): readonly string[] {
  const faults: string[] = [];
  findSkullFaults(state.table, faults);
  findCardFaults(state, faults);
  findSpaceFaults(state, faults);
  findSeatFaults(state, faults);
  findOfferingFaults(state.table, faults);
  findUnspentFaults(state.table, faults);
  if (change !== undefined) findSpendingFaults(change, state.table, faults);
  findTurnFaults(state.table, faults);
  return faults;
}

function findSkullFaults(
  { spaces, seats, tribes, supply, removed, lake, offerings, options }: Table,
  faults: string[],
) {
  let total = supply + removed + lake.huitzilopochtli + lake.tlaloc;
  for (const { rack } of spaces) {
    if (!isCount(rack) || rack > options.rackSize) faults.push(`a rack holds ${rack}`);
    total += rack;
  }
  for (const seat of seats) {
    const skulls = tribes[seat]?.skulls ?? -1;
    if (!isCount(skulls)) faults.push(`${seat} has ${skulls} skulls`);
    total += skulls;
  }
  if (total !== 360) faults.push(`there are ${total} skulls`);
  for (const god of GODS) {
    if (!isCount(lake[god]) || offerings[god] < lake[god])
      faults.push(`more skulls than offerings for ${god}`);
  }
  if (!isCount(supply) || !isCount(removed)) faults.push("supply or removed is no count");
}

const random = randomFrom("c0".repeat(32));

/**
 * A number for each kind of card, so that piles with equal sums hold the same cards, except with a probability of
 * 2^-40.
 */
const WEIGHTS: ReadonlyMap<Card, number> = new Map(
  [...new Set(DECKS.flatMap((deck) => CARDS[deck]))].map((card) => [
    card,
    random(2 ** 32) * 2 ** 8 + random(2 ** 8),
  ]),
);
const remembered = new WeakMap<readonly Card[], readonly number[]>();
const ALL_CARDS = DECKS.flatMap((deck) => CARDS[deck]).reduce((sum, card) => sum + weightOf(card), 0);

/**
 * Checks that each of the 340 cards is in one deck, hand or stack. Piles that an event did not change are not counted
 * again.
 */
function findCardFaults({ table, hidden }: State, faults: string[]) {
  let total = 0;
  for (const deck of DECKS) total += runningSums(hidden.decks[deck])[table.decks[deck]] ?? Number.NaN;
  total += sumOfStacks(hidden.stacks) + sumOfHands(hidden.hands);
  if (total !== ALL_CARDS) faults.push("a card is missing or doubled");
  if (hidden.hands !== distinct && !haveDistinctIds(table, hidden)) faults.push("two held cards have one id");
  distinct = hidden.hands;
}

const sumOfStacks = sameForSame((stacks: Hidden["stacks"]) => {
  let sum = 0;
  for (const [index, stack] of stacks.entries()) sum += sumOfStack(index, stack);
  return sum;
});

const sumOfHands = sameForSame((hands: Hidden["hands"]) => {
  let sum = 0;
  for (const seat in hands) sum += sumOfHand(seat, hands[seat as Seat] ?? []);
  return sum;
});

const sumOfStack = sameForSameAt((_: number, stack: readonly Card[]) => {
  let sum = 0;
  for (const card of stack) sum += weightOf(card);
  return sum;
});

const sumOfHand = sameForSameAt((_: string, hand: readonly HeldCard[]) => {
  let sum = 0;
  for (const { card } of hand) sum += weightOf(card);
  return sum;
});

/** Returns the function, which is not called again for the value that it was called with last. Values do not change. */
function sameForSame<V, R>(compute: (value: V) => R): (value: V) => R {
  let last: { readonly value: V; readonly result: R } | null = null;
  return (value) => {
    if (last === null || last.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}

/** As `sameForSame`, for values in several places. */
function sameForSameAt<K, V>(compute: (place: K, value: V) => number): (place: K, value: V) => number {
  const last = new Map<K, { value: V; result: number }>();
  return (place, value) => {
    const known = last.get(place);
    if (known?.value === value) return known.result;
    const result = compute(place, value);
    last.set(place, { value, result });
    return result;
  };
}

/** The hands that were checked last, whose ids were all different. */
let distinct: Hidden["hands"] | null = null;

function haveDistinctIds({ seats }: Table, { hands }: Hidden): boolean {
  const ids = seats.flatMap((seat) => (hands[seat] ?? []).map(({ id }) => id));
  return new Set(ids).size === ids.length;
}

/** Returns the sums of a deck's first 0, 1, 2, ... cards, cached for each deck: none changes while cards are drawn from it. */
function runningSums(pile: readonly Card[]): readonly number[] {
  const known = remembered.get(pile);
  if (known !== undefined) return known;
  const sums = [0];
  for (const card of pile) sums.push((sums.at(-1) ?? 0) + weightOf(card));
  remembered.set(pile, sums);
  return sums;
}

function weightOf(card: Card): number {
  return WEIGHTS.get(card) ?? Number.NaN;
}

function findSpaceFaults({ table, hidden }: State, faults: string[]) {
  for (let index = 0; index < table.spaces.length; index += 1) {
    const space = table.spaces[index];
    const stack = hidden.stacks[index] ?? [];
    if (space === undefined || space.height !== stack.length || space.top !== (stack.at(-1) ?? null)) {
      faults.push(`stack ${index + 1} is misjudged`);
      continue;
    }
    if (space.disc !== null && !isInPlay(table, space.disc)) {
      faults.push(`disc ${index + 1} is held by a seat that is out`);
    }
    if (space.lingers !== null && !mayAct(table, space)) faults.push(`the top card of ${index + 1} acts`);
  }
}

function mayAct(table: Table, { top, lingers }: Space): boolean {
  return top !== null && kindOf(top).lingers !== undefined && lingers !== null && isInPlay(table, lingers);
}

function findSeatFaults(state: State, faults: string[]) {
  const { table } = state;
  for (const seat of table.seats) {
    const { cards, copies, canoes, skulls, out } = tribeOf(table, seat);
    const held = { war: 0, rain: 0, day: 0 } satisfies Record<Deck, number>;
    for (const { card } of handOf(state, seat)) held[deckOf(card)] += 1;
    for (const deck of DECKS) {
      if (held[deck] !== cards[deck]) faults.push(`${seat}'s ${deck} cards are miscounted`);
    }
    if (out > 0 && copies.length + canoes + skulls > 0) faults.push(`${seat} is out and has something`);
  }
}

/** Checks that offerings of seats are counted exactly where they decide, from the trigger on, and none that no god got. */
function findOfferingFaults(table: Table, faults: string[]) {
  const { options, apocalypse, offerings, seats } = table;
  const counts = seats.map((seat) => tribeOf(table, seat).offered);
  const decide = options.bestTribeWins && options.offeringsDecide;
  if (counts.some((count) => (decide ? !isCount(count ?? -1) : count !== undefined))) {
    faults.push(`offerings are counted as ${counts.join()}`);
  }
  const sum = counts.reduce<number>((total, count = 0) => total + count, 0);
  if (sum > (apocalypse.state === "none" ? 0 : offerings.tlaloc + offerings.huitzilopochtli)) {
    faults.push(`${sum} offerings decide`);
  }
}

/** Checks that the offerings that a tick compares are told exactly where catastrophes use them up, and are never more than all. */
function findUnspentFaults({ options, apocalypse: { unspent, state }, offerings }: Table, faults: string[]) {
  if ((unspent !== undefined) !== options.offeringsSpent)
    faults.push("the offerings left are told where they do not matter, or not");
  if (unspent === undefined) return;
  for (const god of GODS) {
    const isPossible = state === "none" ? unspent[god] === offerings[god] : unspent[god] <= offerings[god];
    if (!isCount(unspent[god]) || !isPossible)
      faults.push(`${unspent[god]} of ${offerings[god]} offerings to ${god} are left`);
  }
}

const CATASTROPHES = { tlaloc: "flood", huitzilopochtli: "invasion" } as const;

/** Checks that a comparison uses up all offerings of the god that it lets rule, and that other events only add to those left. */
function findSpendingFaults({ event, before }: Change<FlowerWar>, table: Table, faults: string[]) {
  const had = before.table.apocalypse.unspent;
  const has = table.apocalypse.unspent;
  if (had === undefined || has === undefined) return;
  const ruling = event.type === "ticked" || event.type === "apocalypse-triggered" ? event.ruling : null;
  for (const god of GODS) {
    const offered = table.offerings[god] - before.table.offerings[god];
    const left = ruling === CATASTROPHES[god] ? 0 : had[god] + offered;
    if (has[god] !== left)
      faults.push(`${has[god]} offerings to ${god} are left of ${had[god]}, not ${left}`);
  }
}

function findTurnFaults({ turn, apocalypse }: Table, faults: string[]) {
  if (turn.landings > 5 || turn.dayCards > 3)
    faults.push(`${turn.landings} landings, ${turn.dayCards} Day cards`);
  if (apocalypse.count > 13 || (apocalypse.state === "none" && apocalypse.count > 0)) {
    faults.push(`the apocalypse's count is ${apocalypse.count}`);
  }
}

/**
 * Returns what is wrong between two commands: exactly one decision must be awaited, or the match must be over for a
 * reason. Whether the decision can be made is tested for every game.
 */
export function findDeadEnds(state: State): readonly string[] {
  const { table } = state;
  const awaiting = flowerWar.awaiting(state);
  const [awaited, ...others] = awaiting;
  if (table.outcome !== null) {
    const { by, winner } = table.outcome;
    const faults: string[] = [];
    if (awaited !== undefined || state.flow.length > 0 || table.battle !== null)
      faults.push("it goes on after its end");
    if (by === "signs" && (winner === null || signsOf(table, winner, handOf(state, winner)).length < 3)) {
      faults.push("the winner lacks a sign");
    }
    if (by === "last-tribe" && (winner === null || seatsInPlay(table).join() !== winner)) {
      faults.push("the winner is not the last");
    }
    if ((by === "apocalypse" || by === "out-of-days") && winner !== bestTribe(table)) {
      faults.push("the world's end has another winner than it should");
    }
    return faults;
  }
  if (awaited === undefined || others.length > 0) return [`${awaiting.length} decisions are awaited`];
  if (!isInPlay(table, table.turn.seat)) return ["the active seat is out"];
  if (!isInPlay(table, awaited.seat)) return [`${awaited.seat} is out and asked`];
  const three = seatsInPlay(table).filter((seat) => signsOf(table, seat, handOf(state, seat)).length === 3);
  return three.map((seat) => `${seat} holds three signs and has not won`);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** Returns the winner when the world ends: none, or with `bestTribeWins` the seat that is alone first (canon section 9). */
function bestTribe({ options, outcome }: Table): Seat | null {
  const first = outcome?.standings.filter(({ place }) => place === 1) ?? [];
  return options.bestTribeWins && first.length === 1 ? (first[0]?.seat ?? null) : null;
}
