import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../src/bots/index.ts";
import { determinise } from "../src/flower-war/bots/determinise.ts";
import { flowerWar, type State } from "../src/flower-war/index.ts";
import { CARDS } from "../src/flower-war/cards.ts";
import { tribeOf } from "../src/flower-war/seats.ts";
import type { Card, Seat } from "../src/flower-war/vocabulary.ts";
import { fight } from "./support/fight.ts";
import { findDeadEnds, findFaults } from "./support/invariants.ts";
import { playMatch } from "../src/trials/matches.ts";
import { runs } from "./support/runs.ts";
import { play, types } from "./support/playing.ts";
import { position, SEED } from "./support/position.ts";
import { anything, settings } from "./support/trials/flower-war.ts";

/** Checks some states of random matches, at least one for each decision, from the view of every viewer. */
function inRandomMatches(check: (state: State, viewer: Seat | "public", world: State) => void): void {
  fc.assert(
    fc.property(settings, (setting) => {
      const chance = randomFrom(setting.seed);
      const seen = new Set<string>();
      const before = (state: State) => {
        const decision = state.table.awaiting?.decision ?? "";
        if (seen.has(decision) && chance(30) > 0) return;
        seen.add(decision);
        for (const viewer of [...state.table.seats, "public"] as const) {
          check(state, viewer, determinise(flowerWar.view(state, viewer), chance));
        }
      };
      playMatch(setting, anything, { before });
    }),
    runs(8),
  );
}

/** Plays random commands to the end. */
function playOn(world: State): State {
  const random = randomFrom(SEED);
  let state = world;
  while (state.table.awaiting !== null) {
    const [seat, command] = anything(state, state.table.awaiting.seat, random);
    state = play(state, seat, command).state;
  }
  return state;
}

describe("a determinised state", () => {
  test("shows its viewer exactly the view that it was made from, and section 15 holds", () => {
    inRandomMatches((state, viewer, world) => {
      expect(flowerWar.view(world, viewer)).toEqual(flowerWar.view(state, viewer));
      expect([...findFaults(world), ...findDeadEnds(world)]).toEqual([]);
    });
  });

  test("accepts every legal command, for every decision", () => {
    const awaited = new Set<string>();
    inRandomMatches((_, __, world) => {
      const { awaiting } = world.table;
      if (awaiting === null) return;
      awaited.add(awaiting.decision);
      for (const command of flowerWar.legal(flowerWar.view(world, awaiting.seat), awaiting.seat)) {
        const { events, state } = play(world, awaiting.seat, command);
        expect(events.at(-1)?.type).toMatch(/^(asked|ended)$/);
        expect(findFaults(state)).toEqual([]);
      }
    });
    expect([...awaited]).toEqual(expect.arrayContaining(["roll", "battle", "sacrifice", "cards"]));
  });

  test("of a battle for which a Day card is drawn goes on after it, and ends if one of its seats concedes", () => {
    const state = fight({ dice: [6, 1], skulls: { north: 0 }, more: { draws: { day: ["7-ozomahtli"] } } });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "choose", card: "7-ozomahtli" });
    const world = determinise(flowerWar.view(state, "west"), randomFrom(SEED));
    const chosen = play(world, "east", { type: "choose", seat: "south", god: "tlaloc" });
    const conceded = play(world, "east", { type: "concede" });
    for (const { events } of [chosen, conceded]) expect(types(events)).toContain("battle-ended");
  });

  test("can be played to the end", () => {
    let played = 0;
    inRandomMatches((_, __, world) => {
      if (played > 100) return;
      played += 1;
      const end = playOn(world);
      expect(end.table.outcome).not.toBeNull();
      expect([...findFaults(end), ...findDeadEnds(end)]).toEqual([]);
    });
  });

  test("depends on nothing that the viewer cannot see: hands, decks and chance", () => {
    const hidden = { north: { hand: ["eagle", "mist"] }, east: { hand: ["canoe"] } };
    const one = position({ tribes: hidden });
    const twin = position({ tribes: { ...hidden, north: { hand: ["macuahuitl", "serpent"] } } });
    const seen = (state: State) => determinise(flowerWar.view(state, "east"), randomFrom(SEED));
    expect(flowerWar.view(one, "east")).toEqual(flowerWar.view(twin, "east"));
    expect(seen(one)).toEqual(seen(twin));
  });

  test("deals the eagle to any hand or the deck, but to no hand that would have won with it", () => {
    const state = position({
      tribes: { north: { hand: ["macuahuitl"] }, west: { hand: ["omen"] } },
      discs: { coatl: "west", xochitl: "west" },
    });
    const random = randomFrom(SEED);
    const found = new Map<string, number>();
    for (let n = 0; n < 1500; n += 1) {
      const world = determinise(flowerWar.view(state, "east"), random);
      for (const seat of world.table.seats) {
        const holds = world.hidden.hands[seat]?.some(({ card }) => card === "eagle");
        if (holds) found.set(seat, (found.get(seat) ?? 0) + 1);
      }
    }
    expect([...found.keys()]).toEqual(["north"]);
    // No card of the War deck was drawn but north's and perhaps west's, so that it lies in the deck nearly always.
    expect(found.get("north")).toBeGreaterThan(15);
    expect(found.get("north")).toBeLessThan(75);
  });
});

/** A position of two seats in which west holds some Rain and War cards, and east looks. */
function drawn({ left, offerings }: { readonly left: number; readonly offerings: number }): State {
  const hand = ["macuahuitl", "omen", "mist", "canoe"];
  const rest = (deck: "war" | "rain", sign: Card) => {
    const cards = CARDS[deck].filter((card) => card !== sign);
    for (const card of hand) if (cards.includes(card)) cards.splice(cards.indexOf(card), 1);
    return [sign, ...cards].slice(0, left);
  };
  const offered = { huitzilopochtli: offerings, tlaloc: offerings };
  return position({
    seats: 2,
    tribes: { west: { hand } },
    decks: { war: rest("war", "eagle"), rain: rest("rain", "serpent") },
    lake: offered,
  });
}

/** Returns the share of determinised states in which a sign lies in its deck, as east sees the state. */
function shareInDeck(state: State, deck: "war" | "rain", sign: Card): number {
  const random = randomFrom(SEED);
  const worlds = Array.from({ length: 400 }, () => determinise(flowerWar.view(state, "east"), random));
  return worlds.filter(({ hidden }) => hidden.decks[deck].includes(sign)).length / worlds.length;
}

describe.each([
  ["war", "eagle"],
  ["rain", "serpent"],
] as const)("in determinised states the sign of the %s deck, the %s,", (deck, sign) => {
  test("lies in a deck that was never reshuffled, or in a hand, by how many cards were drawn", () => {
    // Of 40 cards 20 were drawn, 10 of them by west.
    const share = shareInDeck(drawn({ left: 20, offerings: 20 }), deck, sign);
    expect(share).toBeGreaterThan(0.55);
    expect(share).toBeLessThan(0.75);
    expect(shareInDeck(drawn({ left: 38, offerings: 2 }), deck, sign)).toBeGreaterThan(0.9);
  });

  test("lies in a hand once the deck was reshuffled: more was offered than cards are out of it", () => {
    expect(shareInDeck(drawn({ left: 20, offerings: 50 }), deck, sign)).toBeLessThan(0.01);
  });

  test("lies in the deck or a hand as before if more was offered than cards are out of it, but not yet a whole deck drawn", () => {
    expect(shareInDeck(drawn({ left: 30, offerings: 20 }), deck, sign)).toBeGreaterThan(0.75);
  });

  test("may lie in the deck again after a concession: the seat's cards came back", () => {
    const state = drawn({ left: 20, offerings: 50 });
    const { table } = state;
    const tribes = { ...table.tribes, north: { ...tribeOf(table, "west"), cards: NONE, out: 1 } };
    const conceded = {
      ...state,
      table: { ...table, seats: ["east", "north", "west"] as const, tribes },
      hidden: { ...state.hidden, hands: { ...state.hidden.hands, north: [] } },
    };
    expect(shareInDeck(conceded, deck, sign)).toBeGreaterThan(0.85);
  });
});

const NONE = { war: 0, rain: 0, day: 0 };
