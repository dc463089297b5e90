import { randomFrom } from "../../src/bots/index.ts";
import { CARDS, deckOf, kindOf } from "../../src/flower-war/cards.ts";
import { flowerWar, type State } from "../../src/flower-war/index.ts";
import { inPlay, seatsInPlay, tribeOf } from "../../src/flower-war/seats.ts";
import { signsOf } from "../../src/flower-war/signs.ts";
import { handOf } from "../../src/flower-war/state.ts";
import {
  type Card,
  DECKS,
  type Deck,
  GODS,
  type Space,
  type Table,
} from "../../src/flower-war/vocabulary.ts";

/** What of canon section 15 (and of what the table tells of hidden things) does not hold; empty when all does. */
export function broken(state: State): readonly string[] {
  return [
    ...skullFaults(state.table),
    ...cardFaults(state),
    ...spaceFaults(state),
    ...seatFaults(state),
    ...turnFaults(state.table),
  ];
}

function* skullFaults({ spaces, seats, tribes, supply, removed, lake, offerings, options }: Table) {
  let total = supply + removed + lake.huitzilopochtli + lake.tlaloc;
  for (const { rack } of spaces) {
    if (!isCount(rack) || rack > options.rackSize) yield `a rack holds ${rack}`;
    total += rack;
  }
  for (const seat of seats) {
    const skulls = tribes[seat]?.skulls ?? -1;
    if (!isCount(skulls)) yield `${seat} has ${skulls} skulls`;
    total += skulls;
  }
  if (total !== 360) yield `there are ${total} skulls`;
  for (const god of GODS) {
    if (!isCount(lake[god]) || offerings[god] < lake[god]) yield `more skulls than offerings for ${god}`;
  }
  if (!isCount(supply) || !isCount(removed)) yield "supply or removed is no count";
}

const random = randomFrom("c0".repeat(32));

/** A number for each kind of card, so that piles of equal sums hold the same cards, but for 1 chance in 2^40. */
const WEIGHTS: ReadonlyMap<Card, number> = new Map(
  [...new Set(DECKS.flatMap((deck) => CARDS[deck]))].map((card) => [
    card,
    random(2 ** 32) * 2 ** 8 + random(2 ** 8),
  ]),
);
const remembered = new WeakMap<readonly Card[], readonly number[]>();
const ALL_CARDS = sumOf(DECKS.flatMap((deck) => CARDS[deck]));

/** Each of the 340 cards is in one deck, hand or stack. Piles that an event did not touch are not counted anew. */
function cardFaults({ table, hidden }: State): readonly string[] {
  let total = 0;
  for (const deck of DECKS) total += runningSums(hidden.decks[deck])[table.decks[deck]] ?? Number.NaN;
  for (const stack of hidden.stacks) total += sumOf(stack);
  const ids = new Set<string>();
  let held = 0;
  for (const seat of table.seats) {
    for (const { id, card } of hidden.hands[seat] ?? []) {
      ids.add(id);
      held += 1;
      total += WEIGHTS.get(card) ?? Number.NaN;
    }
  }
  return [
    ...(total === ALL_CARDS ? [] : ["a card is missing or doubled"]),
    ...(ids.size === held ? [] : ["two held cards have one id"]),
  ];
}

/** Sums of a pile's first 0, 1, 2, ... cards, remembered for each pile. */
function runningSums(pile: readonly Card[]): readonly number[] {
  const known = remembered.get(pile);
  if (known !== undefined) return known;
  const sums = [0];
  for (const card of pile) sums.push((sums.at(-1) ?? 0) + (WEIGHTS.get(card) ?? Number.NaN));
  remembered.set(pile, sums);
  return sums;
}

function sumOf(pile: readonly Card[]): number {
  return runningSums(pile).at(-1) ?? 0;
}

function* spaceFaults({ table, hidden }: State) {
  for (const [index, space] of table.spaces.entries()) {
    const stack = hidden.stacks[index] ?? [];
    if (space.height !== stack.length || space.top !== (stack.at(-1) ?? null)) {
      yield `stack ${index + 1} is misjudged`;
    }
    if (space.disc !== null && !inPlay(table, space.disc))
      yield `disc ${index + 1} is held by a seat that is out`;
    if (space.lingers !== null && !mayAct(table, space)) yield `the top card of ${index + 1} acts`;
  }
}

function mayAct(table: Table, { top, lingers }: Space): boolean {
  return top !== null && kindOf(top).lingers !== undefined && lingers !== null && inPlay(table, lingers);
}

function* seatFaults(state: State) {
  const { table } = state;
  for (const seat of table.seats) {
    const { cards, copies, canoes, skulls, out } = tribeOf(table, seat);
    const held = { war: 0, rain: 0, day: 0 } satisfies Record<Deck, number>;
    for (const { card } of handOf(state, seat)) held[deckOf(card)] += 1;
    for (const deck of DECKS) if (held[deck] !== cards[deck]) yield `${seat}'s ${deck} cards are miscounted`;
    if (out > 0 && copies.length + canoes + skulls > 0) yield `${seat} is out and has something`;
  }
}

function* turnFaults({ turn, apocalypse }: Table) {
  if (turn.landings > 5 || turn.dayCards > 3) yield `${turn.landings} landings, ${turn.dayCards} Day cards`;
  if (apocalypse.count > 13 || (apocalypse.state === "none" && apocalypse.count > 0)) {
    yield `the apocalypse's count is ${apocalypse.count}`;
  }
}

/** What does not hold between two commands: exactly one decision is awaited, or the match is over for a reason. */
export function stuck(state: State): readonly string[] {
  const { table } = state;
  const awaiting = flowerWar.awaiting(state);
  const [asked, ...others] = awaiting;
  if (table.outcome !== null) {
    const { by, winner } = table.outcome;
    const faults: string[] = [];
    if (asked !== undefined || state.flow.length > 0 || table.battle !== null)
      faults.push("it goes on after its end");
    if (by === "signs" && (winner === null || signsOf(table, winner, handOf(state, winner)).length < 3)) {
      faults.push("the winner lacks a sign");
    }
    if (by === "last-tribe" && (winner === null || seatsInPlay(table).join() !== winner)) {
      faults.push("the winner is not the last");
    }
    if ((by === "apocalypse" || by === "out-of-days") && winner !== null)
      faults.push("somebody won the apocalypse");
    return faults;
  }
  if (asked === undefined || others.length > 0) return [`${awaiting.length} decisions are awaited`];
  if (!inPlay(table, table.turn.seat)) return ["the active seat is out"];
  if (!inPlay(table, asked.seat)) return [`${asked.seat} is out and asked`];
  const answers = flowerWar.legal(flowerWar.view(state, asked.seat), asked.seat);
  if (!answers.some(({ type }) => type !== "concede"))
    return [`${asked.seat} has no answer to ${asked.decision}`];
  const three = seatsInPlay(table).filter((seat) => signsOf(table, seat, handOf(state, seat)).length === 3);
  return three.map((seat) => `${seat} holds three signs and has not won`);
}

/** Freezes a value and all that it holds; what is frozen already is known to be frozen all through. */
export function deepFreeze<V>(value: V): V {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
