import fc from "fast-check";
import { type RandomBelow, shuffle } from "../../../src/bots/bot.ts";
import { deckOf, kindOf, signOfCard } from "../../../src/flower-war/cards.ts";
import { asksForGod } from "../../../src/flower-war/choice.ts";
import { type FlowerWar, flowerWar, mexica, type State } from "../../../src/flower-war/index.ts";
import { FLOWER_WAR, MEXICA } from "../../../src/flower-war/presets.ts";
import { seatsInPlay } from "../../../src/flower-war/seats.ts";
import { handOf } from "../../../src/flower-war/state.ts";
import {
  type Card,
  type Command,
  DECKS,
  type Deck,
  GODS,
  type HeldCard,
  type Options,
  SEATS,
  type Seat,
  SPACES,
} from "../../../src/flower-war/vocabulary.ts";
import type { Game } from "../../../src/game.ts";
import { findDeadEnds, findFaults } from "../invariants.ts";
import { anyOptionsOf, type Setting, type Step, settingsOf } from "../../../src/trials/matches.ts";
import { anyCommandOf } from "../../../src/trials/any-command.ts";
import type { Trial } from "../../../src/trials/trial.ts";

const anyOptions = anyOptionsOf(flowerWar);

/** Generates matches with the preset's options and any rack size, or with any options. */
function presetOf(game: Game<FlowerWar>, preset: Options): fc.Arbitrary<Setting<FlowerWar>> {
  const racked = anyOptions.map(({ rackSize }) => ({ ...preset, rackSize }));
  return settingsOf(game, fc.oneof(racked, anyOptions));
}

const flowerWarSettings = presetOf(flowerWar, FLOWER_WAR.options);
const mexicaSettings = presetOf(mexica, MEXICA.options);

/** Matches of both presets. */
export const settings: fc.Arbitrary<Setting<FlowerWar>> = fc.oneof(
  { weight: 2, arbitrary: flowerWarSettings },
  { weight: 1, arbitrary: mexicaSettings },
);

/** Plays any legal command of the awaited seat; sometimes a seat concedes instead. */
export const anything = anyCommandOf<FlowerWar>(flowerWar, ({ table }) => seatsInPlay(table), 300);

/** Returns every well-formed command that could mean something for a seat, and some that never do. */
export function universe(state: State, seat: Seat): readonly Command[] {
  const ids = [
    ...flowerWar.view(state, seat).hand.map(({ id }) => id),
    ...state.table.seats.flatMap((other) =>
      flowerWar
        .view(state, other)
        .hand.slice(0, 1)
        .map(({ id }) => id),
    ),
    "c0",
  ];
  const cards = [...new Set(ids)];
  return [
    { type: "roll" },
    { type: "pass" },
    { type: "trade" },
    { type: "end-turn" },
    { type: "concede" },
    ...Array.from({ length: 24 }, (_, steps): Command => ({ type: "move", steps })),
    ...GODS.map((god): Command => ({ type: "sacrifice", god })),
    ...SEATS.flatMap((other): Command[] => [
      { type: "challenge", seat: other },
      ...(asksForGod(state.table.awaiting?.card)
        ? GODS.map((god): Command => ({ type: "choose", seat: other, god }))
        : [{ type: "choose", seat: other } as const]),
    ]),
    ...cards.flatMap((card): Command[] => [
      { type: "pay-card", card },
      { type: "discard", card },
      { type: "discard-card", card },
      { type: "play-battle-card", card },
      ...plays(state, seat, card),
    ]),
  ];
}

/**
 * Returns the commands that play a card at every possible target of its kind, and at none; an unknown card is played
 * without a target.
 */
function plays(state: State, seat: Seat, id: string): readonly Command[] {
  const play = { type: "play-card", card: id } as const;
  const held = handOf(state, seat).find((each) => each.id === id);
  switch (held && kindOf(held.card).turn?.target) {
    case "seat":
      return [play, ...SEATS.map((other) => ({ ...play, seat: other }))];
    case "god":
      return [play, ...GODS.map((god) => ({ ...play, god }))];
    case "space":
      return [play, ...SPACES.map((_, index) => ({ ...play, space: index + 1 }))];
    default:
      return [play];
  }
}

/**
 * Returns a state that is the same to this viewer but dealt differently: decks and other seats' hands are mixed deck by
 * deck. What the command is about to show the viewer stays: a card laid down, also one that changed hands or was drawn before, a card that
 * the viewer is paid, Day cards drawn.
 */
function twin(
  { before: state, command, events }: Step<FlowerWar>,
  viewer: Seat | "public",
  random: RandomBelow,
): State {
  const given = new Map<string, string | undefined>();
  for (const event of events) {
    const isGiven = event.type === "card-paid" || event.type === "card-taken";
    if (isGiven && event.got) given.set(event.got.id, event.gave?.id);
  }
  const shown = new Set<string>();
  if ("card" in command) shown.add(command.card);
  for (const event of events) {
    if (event.type === "discarded" && signOfCard(event.card) !== null) {
      for (const { id } of handOf(state, event.seat)) shown.add(id);
    }
    // A card that changes hands has another id there.
    if (event.type === "discarded")
      for (let id = event.id; id !== undefined; id = given.get(id)) shown.add(id);
    if (
      (event.type === "card-paid" || event.type === "card-taken") &&
      (event.to === viewer || event.from === viewer)
    ) {
      for (const { id } of handOf(state, event.from)) shown.add(id);
    }
    if (event.type === "conceded") for (const { id } of handOf(state, event.seat)) shown.add(id);
  }
  const showsDay = events.some(({ type }) => type === "day-card-drawn");
  const drawsShown = events.some(
    (event) => event.type === "card-drawn" && (event.seat === viewer || shown.has(event.held?.id ?? "")),
  );
  const stays = (deck: Deck) => (deck === "day" ? showsDay : drawsShown);
  const unseen = hiddenHands(state, viewer, shown).map(({ card }) => card);
  const pools = Object.fromEntries(
    DECKS.map((deck) => {
      const left = stays(deck) ? [] : state.hidden.decks[deck].slice(0, state.table.decks[deck]);
      return [deck, shuffle([...left, ...unseen.filter((card) => deckOf(card) === deck)], random)];
    }),
  );
  const redeal = (card: Card): Card => pools[deckOf(card)]?.pop() ?? card;
  const hands = Object.fromEntries(
    state.table.seats.map((seat) => [
      seat,
      handOf(state, seat).map((held): HeldCard => {
        const known = seat === viewer || shown.has(held.id) || signOfCard(held.card) === "flower";
        return known ? held : { id: held.id, card: redeal(held.card) };
      }),
    ]),
  );
  const dealt = (deck: Deck) =>
    stays(deck)
      ? state.hidden.decks[deck]
      : state.hidden.decks[deck].map((card, index) =>
          index < state.table.decks[deck] ? redeal(card) : card,
        );
  const decks = { war: dealt("war"), rain: dealt("rain"), day: dealt("day") };
  return { ...state, hidden: { ...state.hidden, hands, decks } };
}

function hiddenHands(state: State, viewer: Seat | "public", shown: ReadonlySet<string>): readonly HeldCard[] {
  return state.table.seats
    .filter((seat) => seat !== viewer)
    .flatMap((seat) => handOf(state, seat))
    .filter(({ id, card }) => !shown.has(id) && signOfCard(card) !== "flower");
}

/** Flower War and Mexica are the same rules with the same commands and events. */
const ofBoth: Omit<Trial<FlowerWar>, "name" | "settings" | "thorough"> = {
  anything,
  findFaults,
  findDeadEnds,
  universe,
  fields: {
    type: ["roll", "move", "challenge", "pay-card", "choose", "sacrifice", "play-card", "discard"],
    seat: SEATS,
    god: GODS,
    steps: [1, 2],
    card: ["c1"],
    space: [1],
  },
  twin: (step, viewer, random) => ({ before: twin(step, viewer, random), command: step.command }),
  secrets: ["flow", "chance", "block", "order", "hidden", "seed", "hands", "stacks"],
};

export const flowerWarTrial: Trial<FlowerWar> = {
  ...ofBoth,
  name: "flower-war",
  settings: flowerWarSettings,
  thorough: 400,
};

export const mexicaTrial: Trial<FlowerWar> = {
  ...ofBoth,
  name: "mexica",
  settings: mexicaSettings,
  thorough: 250,
};
