import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../src/bots/index.ts";
import { determinise } from "../src/flower-war/bots/determinise.ts";
import { flowerWar, type State } from "../src/flower-war/index.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
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
    // The eagle lies in one of the 39 places that are left.
    expect(found.get("north")).toBeGreaterThan(15);
    expect(found.get("north")).toBeLessThan(75);
  });
});
