import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RandomBelow, randomFrom } from "../src/bots/index.ts";
import { deckOf, signOfCard } from "../src/flower-war/cards.ts";
import { type Event, flowerWar, type State } from "../src/flower-war/index.ts";
import { handOf } from "../src/flower-war/state.ts";
import {
  type Card,
  type Command,
  DECKS,
  type Deck,
  type HeldCard,
  type Seat,
} from "../src/flower-war/vocabulary.ts";
import { anything, playMatch, runs, settings } from "./support/matches.ts";

type Viewer = Seat | "public";

describe("section 11, who sees what", () => {
  test(
    "states that differ only in what a viewer may not know give it equal views and equal events",
    () => {
      let compared = 0;
      fc.assert(
        fc.property(settings, (setting) => {
          const steps: { before: State; seat: Seat; command: Command; events: readonly Event[] }[] = [];
          let before: State | undefined;
          playMatch(setting, anything, {
            before: (state) => {
              before = state;
            },
            after: (_, { seat, command, events }) => {
              if (before !== undefined) steps.push({ before, seat, command, events });
            },
          });
          const random = randomFrom(setting.players);
          for (const step of steps) {
            for (const viewer of viewersOf(step.before)) {
              const other = twin(step.before, viewer, step, random);
              const decided = flowerWar.decide(other, step.seat, step.command);
              if (isOver(decided.events) || isOver(step.events)) continue;
              expect(seen(other, decided.events ?? [], viewer)).toBe(seen(step.before, step.events, viewer));
              compared += 1;
            }
          }
        }),
        runs(12),
      );
      expect(compared).toBeGreaterThan(1000);
    },
    30 * 60_000,
  );

  test(
    "no view and no redacted event carries the seed, the flow, chance, or the id of another's card",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            after: (state, { events }) => {
              for (const viewer of viewersOf(state)) {
                const seen = JSON.stringify([
                  flowerWar.view(state, viewer),
                  events.map((event) => flowerWar.redact(event, viewer)),
                ]);
                expect(seen).not.toContain(state.hidden.seed);
                expect(seen).not.toMatch(/"(flow|chance|order|hidden|seed|hands|stacks)"/);
                for (const other of state.table.seats.filter((seat) => seat !== viewer)) {
                  for (const { id, card } of handOf(state, other)) {
                    if (signOfCard(card) !== "flower") expect(seen).not.toContain(`"${id}"`);
                  }
                }
              }
            },
          });
        }),
        runs(6),
      );
    },
    30 * 60_000,
  );
});

/** A view and the events after it, byte for byte. */
function seen(state: State, events: readonly Event[], viewer: Viewer): string {
  return JSON.stringify([
    flowerWar.view(state, viewer),
    events.map((event) => flowerWar.redact(event, viewer)),
  ]);
}

function viewersOf(state: State): readonly Viewer[] {
  return [...state.table.seats, "public"];
}

/** The end tells more: who has won, and the standings. */
function isOver(events: readonly Event[] | undefined): boolean {
  return events?.at(-1)?.type === "ended";
}

/**
 * The same to this viewer, otherwise dealt anew: decks and other seats' hands are mixed deck by deck. What the command is
 * about to show the viewer stays: a card laid down, a card that the viewer is paid, Day cards drawn.
 */
function twin(
  state: State,
  viewer: Viewer,
  { command, events }: { command: Command; events: readonly Event[] },
  random: RandomBelow,
): State {
  const shown = new Set<string>();
  if ("card" in command) shown.add(command.card);
  for (const event of events) {
    if (event.type === "discarded" && signOfCard(event.card) !== null) {
      for (const { id } of handOf(state, event.seat)) shown.add(id);
    }
    if (event.type === "discarded" && event.id !== undefined) shown.add(event.id);
    if (
      (event.type === "card-paid" || event.type === "card-taken") &&
      (event.to === viewer || event.from === viewer)
    ) {
      for (const { id } of handOf(state, event.from)) shown.add(id);
    }
    if (event.type === "conceded") for (const { id } of handOf(state, event.seat)) shown.add(id);
  }
  const showsDay = events.some(({ type }) => type === "day-card-drawn");
  const drawsToViewer = events.some((event) => event.type === "card-drawn" && event.seat === viewer);
  const stays = (deck: Deck) => (deck === "day" ? showsDay : drawsToViewer);
  const pools = Object.fromEntries(
    DECKS.map((deck) => [
      deck,
      mixed(
        [
          ...(stays(deck) ? [] : state.hidden.decks[deck].slice(0, state.table.decks[deck])),
          ...hiddenHands(state, viewer, shown)
            .map(({ card }) => card)
            .filter((card) => deckOf(card) === deck),
        ],
        random,
      ),
    ]),
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

function hiddenHands(state: State, viewer: Viewer, shown: ReadonlySet<string>): readonly HeldCard[] {
  return state.table.seats
    .filter((seat) => seat !== viewer)
    .flatMap((seat) => handOf(state, seat))
    .filter(({ id, card }) => !shown.has(id) && signOfCard(card) !== "flower");
}

function mixed(cards: readonly Card[], random: RandomBelow): Card[] {
  return cards
    .map((card) => ({ card, key: random(2 ** 32) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ card }) => card);
}
