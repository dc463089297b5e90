import fc from "fast-check";
import { type RandomBelow, shuffle } from "../../../src/bots/bot.ts";
import { FACES, kindOf, setOf, sortByTime } from "../../../src/space-aztecs/cards.ts";
import { cardsIn } from "../../../src/space-aztecs/city.ts";
import { type SpaceAztecs, type State, spaceAztecs } from "../../../src/space-aztecs/index.ts";
import { choicesOf } from "../../../src/space-aztecs/saucers.ts";
import { cityOf, seatsInPlay } from "../../../src/space-aztecs/seats.ts";
import { cardsInPlay } from "../../../src/space-aztecs/state.ts";
import {
  type Card,
  type City,
  type Command,
  REMOVED_SETS,
  SEATS,
  type Seat,
} from "../../../src/space-aztecs/vocabulary.ts";
import { type Step, settingsOf } from "../../../src/trials/matches.ts";
import { anyCommandOf } from "../../../src/trials/any-command.ts";
import type { Trial } from "../../../src/trials/trial.ts";

const anything = anyCommandOf<SpaceAztecs>(spaceAztecs, ({ table }) => seatsInPlay(table), 80);

/** A match with fewer seats in play is over. */
const FEWEST_IN_PLAY = 2;

/** Yields what violates canon section 12. */
function* faultsOf(state: State): Generator<string> {
  const { table, hidden } = state;
  const cities = table.seats.map((seat) => cityOf(table, seat));
  const beingPlayed =
    table.turnedUp === null || kindOf(table.turnedUp.card) === "saucer" ? [] : [table.turnedUp.card];
  const drawn = [...cities.flatMap(cardsIn), ...Object.values(hidden.chosen), ...beingPlayed, ...hidden.box];
  const all = [...hidden.piles.flat(), ...drawn];
  if (sortedCards(all) !== sortedCards(cardsInPlay(table.options, table.removed)))
    yield "a card is lost or twice there";
  for (const [index, { cards, heldBy }] of table.places.entries()) {
    if (cards !== hidden.piles[index]?.length) yield `place ${index + 1} is said to hold ${cards} cards`;
    if (heldBy !== null && cards === 0) yield `${heldBy} holds an empty pile`;
  }
  const holders = table.places.map(({ heldBy }) => heldBy).filter((seat) => seat !== null);
  if (new Set(holders).size !== holders.length) yield "a seat holds two piles";
  const empty = table.places.filter(({ cards }) => cards === 0).length;
  if (table.phase === "take" && empty > 1) yield `${empty} piles are empty in a new round`;
  for (const city of cities) yield* cityFaults(city, table.seats.length);
  const saucers = cities.reduce((sum, city) => sum + city.saucers.length, 0);
  if (saucers !== table.saucersPlayed)
    yield `${saucers} Saucers lie there, ${table.saucersPlayed} were played`;
  const players = table.seats.length;
  const fewest = table.out.length === 0 ? players : FEWEST_IN_PLAY;
  const rounds = table.round - 1;
  if (table.phase === "take" && (drawn.length < fewest * rounds || drawn.length > players * rounds)) {
    yield `${drawn.length} cards have left the piles before round ${table.round}`;
  }
  const pile = table.seats.length <= 4 ? 7 : 9;
  const dealt = table.options.codex ? pile : pile - 1;
  if (table.round > Math.floor((8 * dealt - 7) / fewest) + 1) yield `round ${table.round} is too late`;
  yield* concessionFaults(state, holders);
}

/** Yields what violates canon section 7.1. */
function* concessionFaults({ table, hidden }: State, holders: readonly Seat[]): Generator<string> {
  const { out, chosen, starting, turnedUp, outcome } = table;
  const involved = [...holders, ...chosen, ...Object.keys(hidden.chosen), turnedUp?.seat];
  for (const seat of out) {
    if (involved.includes(seat)) yield `${seat} conceded and still takes part`;
    if (seat === starting) yield `${seat} conceded and keeps the token`;
  }
  if (hidden.box.length > out.length) yield "a card that no concession explains is in the box";
  if (outcome !== null && (outcome.by === "last-seat") !== (seatsInPlay(table).length === 1))
    yield `over by ${outcome.by} with ${out.length} seats out`;
}

function* cityFaults({ temples, saucers, visible, codices }: City, seats: number): Generator<string> {
  for (const { card, covers } of temples) {
    if (covers.some((each) => setOf(each) !== setOf(card))) yield `${card} covers ${covers.join()}`;
  }
  for (const { card, took } of saucers) {
    if (took.some((each) => setOf(each) !== setOf(card))) yield `${card} took ${took.join()}`;
    if (took.length > seats - 1) yield `${card} took ${took.length} cards`;
  }
  const taken = saucers.flatMap(({ took }) => took);
  const covered = temples.flatMap(({ covers }) => covers);
  if ([...visible, ...covered, ...taken].some((card) => kindOf(card) !== "aztec"))
    yield "no Aztec among Aztecs";
  if (codices.some((card) => kindOf(card) !== "codex")) yield "no Codex among Codices";
}

function universe({ table }: State): readonly Command[] {
  return [
    ...Array.from({ length: 10 }, (_, place): Command => ({ type: "take", place })),
    ...[...FACES.map(({ id }) => id), "X1"].map((card): Command => ({ type: "choose", card })),
    ...[true, false].map((covered): Command => ({ type: "shelter", covered })),
    ...targetsIn(table).map((targets): Command => ({ type: "abduct", targets })),
    { type: "concede" },
  ];
}

/**
 * Returns every way to name at most one visible Aztec of the current card's set of each seat, and some cards of other
 * sets.
 */
function targetsIn(table: State["table"]): readonly { readonly [seat: string]: Card }[] {
  const set = setOf(table.turnedUp?.card ?? "");
  return table.seats.reduce<readonly { readonly [seat: string]: Card }[]>(
    (ways, seat) => {
      const { visible } = cityOf(table, seat);
      const nameable = [...visible.filter((card) => setOf(card) === set), ...visible.slice(0, 1)];
      const named = [...new Set(nameable)];
      return ways.flatMap((way) => [way, ...named.map((card) => ({ ...way, [seat]: card }))]);
    },
    [{}],
  );
}

/** Deals the cards that a viewer may not know differently. */
function twin(
  { before, seat, command, events }: Step<SpaceAztecs>,
  viewer: Seat | "public",
  random: RandomBelow,
): { readonly before: State; readonly command: Command } {
  const { table, hidden } = before;
  const allShown = events.some(({ type }) => type === "times-told") || Object.keys(table.times).length > 0;
  const isChosenHidden = (each: string) => !allShown && each !== viewer;
  const shownPile = command.type === "take" && seat === viewer ? command.place - 1 : -1;
  const chosenNow = command.type === "choose" && !isChosenHidden(seat) ? command.card : null;
  const isPileHidden = (index: number) => index !== shownPile && table.places[index]?.heldBy !== viewer;
  const moves = (card: Card) => card !== chosenNow;
  const pool = [
    ...hidden.piles.filter((_, index) => isPileHidden(index)).flat(),
    ...Object.entries(hidden.chosen).flatMap(([each, card]) => (isChosenHidden(each) ? [card] : [])),
    ...hidden.box,
  ].filter(moves);
  const dealt = new Map(shuffle(pool, random).map((card, index) => [pool[index] ?? "", card]));
  const other = (card: Card): Card => dealt.get(card) ?? card;
  const chosen = Object.entries(hidden.chosen).map(([each, card]) => [
    each,
    isChosenHidden(each) ? other(card) : card,
  ]);
  return {
    before: {
      table,
      hidden: {
        piles: hidden.piles.map((pile, index) => (isPileHidden(index) ? sortByTime(pile.map(other)) : pile)),
        chosen: Object.fromEntries(chosen),
        box: hidden.box.map(other),
      },
    },
    command:
      command.type === "choose" && seat !== viewer ? { ...command, card: other(command.card) } : command,
  };
}

function sortedCards(cards: readonly Card[]): string {
  return cards.toSorted().join();
}

export const spaceAztecsTrial: Trial<SpaceAztecs> = {
  name: "space-aztecs",
  thorough: 200,
  settings: settingsOf(
    spaceAztecs,
    fc.record({ removedSet: fc.constantFrom(...REMOVED_SETS), codex: fc.boolean() }),
  ),
  anything,
  findFaults: (state) => [...faultsOf(state)],
  findDeadEnds: ({ table, hidden }) => [...standstills(table), ...unsorted(hidden.piles)],
  universe,
  fields: {
    type: ["take", "choose", "shelter", "abduct", "concede"],
    place: [1, 8],
    card: ["P01", "C1"],
    covered: [true],
    targets: [{}, { "0": "P01" }, Object.fromEntries(SEATS.map((seat) => [seat, "P01"]))],
  },
  twin,
  secrets: ["hidden", "piles", "seed"],
};

/** Yields why a match waits although no seat has anything to decide. */
function* standstills(table: State["table"]): Generator<string> {
  const { phase, turnedUp } = table;
  if (phase === "resolve") yield "it stands still while cards are played";
  if (phase !== "abduct" || turnedUp === null) return;
  if (choicesOf(table, turnedUp.seat, turnedUp.card).length === 0) yield "a Saucer has nothing to choose";
}

/** Piles are shown by time, so that no seat learns the order of the deal (canon section 9). */
function unsorted(piles: readonly (readonly Card[])[]): readonly string[] {
  return piles
    .filter((pile) => sortByTime(pile).join() !== pile.join())
    .map((pile) => `${pile.join()} do not lie by time`);
}
