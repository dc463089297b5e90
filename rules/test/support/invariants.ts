import { CARDS, deckOf, kindOf } from "../../src/flower-war/cards.ts";
import { flowerWar, type State } from "../../src/flower-war/index.ts";
import { inPlay, seatsInPlay, tribeOf } from "../../src/flower-war/seats.ts";
import { signsOf } from "../../src/flower-war/signs.ts";
import { handOf } from "../../src/flower-war/state.ts";
import { type Card, DECKS, GODS } from "../../src/flower-war/vocabulary.ts";

const ALL_CARDS: readonly Card[] = DECKS.flatMap((deck) => CARDS[deck]).toSorted();

/** What of canon section 15 (and of what the table tells of hidden things) does not hold; empty when all does. */
export function broken(state: State): readonly string[] {
  const { table, hidden } = state;
  const faults: string[] = [];
  const demand = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  const tribes = Object.values(table.tribes);
  const lake = table.lake.huitzilopochtli + table.lake.tlaloc;
  const skulls =
    sum(table.spaces.map(({ rack }) => rack)) +
    sum(tribes.map((tribe) => tribe.skulls)) +
    table.supply +
    table.removed +
    lake;
  demand(skulls === 360, `there are ${skulls} skulls`);
  const counts = [
    ...tribes.map((tribe) => tribe.skulls),
    table.supply,
    table.removed,
    ...Object.values(table.lake),
  ];
  demand(counts.every(isCount), "a number of skulls is no count");
  demand(
    table.spaces.every(({ rack }) => isCount(rack) && rack <= table.options.rackSize),
    "a rack is out of range",
  );
  demand(
    GODS.every((god) => table.offerings[god] >= table.lake[god]),
    "more skulls in the lake than offerings",
  );

  const hands = table.seats.flatMap((seat) => handOf(state, seat));
  const decked = DECKS.flatMap((deck) => hidden.decks[deck].slice(0, table.decks[deck]));
  const cards = [...decked, ...hands.map(({ card }) => card), ...hidden.stacks.flat()].toSorted();
  demand(
    cards.length === ALL_CARDS.length && cards.every((card, index) => card === ALL_CARDS[index]),
    "a card is missing or doubled",
  );
  demand(new Set(hands.map(({ id }) => id)).size === hands.length, "two held cards have one id");
  for (const deck of DECKS) {
    demand(table.decks[deck] <= hidden.decks[deck].length, `the ${deck} deck's size is wrong`);
    for (const seat of table.seats) {
      const held = handOf(state, seat).filter(({ card }) => deckOf(card) === deck).length;
      demand(table.tribes[seat]?.cards[deck] === held, `${seat}'s ${deck} cards are miscounted`);
    }
  }
  table.spaces.forEach((space, index) => {
    const stack = hidden.stacks[index] ?? [];
    demand(
      space.height === stack.length && space.top === (stack.at(-1) ?? null),
      `stack ${index + 1} is misjudged`,
    );
    demand(
      space.disc === null || inPlay(table, space.disc),
      `disc ${index + 1} is held by a seat that is out`,
    );
    const lingering = space.top !== null && kindOf(space.top).lingers !== undefined;
    demand(
      space.lingers === null || (lingering && inPlay(table, space.lingers)),
      `the top card of ${index + 1} acts and should not`,
    );
  });
  for (const seat of table.seats.filter((each) => !inPlay(table, each))) {
    const { copies, canoes, skulls: left } = tribeOf(table, seat);
    demand(copies.length + canoes + left === 0, `${seat} is out and has something`);
  }
  const { landings, dayCards } = table.turn;
  demand(landings <= 5 && dayCards <= 3, `${landings} landings and ${dayCards} Day cards in one turn`);
  const { count, state: ruling } = table.apocalypse;
  demand(count <= 13 && (ruling !== "none" || count === 0), `the apocalypse's count is ${count}`);
  return faults;
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
