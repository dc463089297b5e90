import { describe, expect, test } from "vitest";
import { bots, limitThoughts, randomFrom } from "../src/bots/index.ts";
import { CARDS } from "../src/flower-war/cards.ts";
import { flowerWar, type State } from "../src/flower-war/index.ts";
import { groupAlike } from "../src/flower-war/bots/alike.ts";
import { rank, skilledBy } from "../src/flower-war/bots/skilled.ts";
import { oddsOf, WEIGHTS } from "../src/flower-war/bots/worth.ts";
import { FLOWER_WAR } from "../src/flower-war/presets.ts";
import type { Command, Options, Seat } from "../src/flower-war/vocabulary.ts";
import { playMatch } from "../src/trials/matches.ts";
import { only, play } from "./support/playing.ts";
import { position, SEED } from "./support/position.ts";

const { easy, skilled } = bots["flower-war"];

function answer(state: State, seat: Seat, count = 20): Command {
  return skilled(flowerWar.view(state, seat), randomFrom(SEED), limitThoughts(count));
}

/** Plays a match of two, one of them skilled. Returns the skilled bot's place in the standings. */
function placeOfSkilled(seed: string, skilledSeat: Seat, budget: number): number {
  const setting = { game: flowerWar, seats: 2, options: FLOWER_WAR.options, seed, players: seed };
  const { state } = playMatch(setting, (before, seat, random) => {
    const view = flowerWar.view(before, seat);
    return [seat, seat === skilledSeat ? skilled(view, random, limitThoughts(budget)) : easy(view, random)];
  });
  return state.table.outcome?.standings.find(({ seat }) => seat === skilledSeat)?.place ?? 0;
}

describe("the skilled bot", () => {
  test("thinks no longer than it may, and not at all if there is nothing to choose", () => {
    let calls = 0;
    const mayThink = () => ++calls < 3;
    skilled(flowerWar.view(position(), "east"), randomFrom(SEED), mayThink);
    expect(calls).toBe(0);
    const choosing = position({ asks: "sacrifice", tribes: { east: { skulls: 3 } } });
    skilled(flowerWar.view(choosing, "east"), randomFrom(SEED), mayThink);
    expect(calls).toBe(3);
  });

  test("offers for the eagle when the serpent and a flower are in its hand", () => {
    const hand = ["serpent", "7-xochitl"];
    const state = position({ asks: "sacrifice", tribes: { east: { skulls: 3, hand } } });
    expect(answer(state, "east")).toEqual({ type: "sacrifice", god: "huitzilopochtli" });
  });

  test("gives its last skulls to the gods before the world ends, where offerings decide", () => {
    const ending = (options: Partial<Options>) =>
      position({
        seats: 2,
        options,
        asks: "sacrifice",
        turn: { seat: "west" },
        tribes: { west: { skulls: 3 } },
        decks: { war: [], rain: [] },
        offerings: { huitzilopochtli: 6, tlaloc: 9 },
        apocalypse: { state: "running", count: 12, keeper: "east", ruling: "flood" },
      });
    const best = { bestTribeWins: true };
    expect(answer(ending({ ...best, offeringsDecide: true }), "west").type).toBe("sacrifice");
    expect(answer(ending(best), "west")).toEqual({ type: "end-turn" });
  });

  test.each([{}, { bestTribeWins: true }, { offeringsDecide: true }])(
    "does not heed what offerings bring where none decides: %j",
    (chosen) => {
      const options = { ...FLOWER_WAR.options, rackSize: 4, ...chosen };
      const setting = { game: flowerWar, seats: 2, options, seed: SEED, players: SEED };
      const heedful = skilledBy({ ...WEIGHTS, savedSkull: 99, offering: 99 });
      let moves = 0;
      playMatch(setting, (before, seat) => {
        const view = flowerWar.view(before, seat);
        const [first, second] = [skilled, heedful].map((bot) =>
          bot(view, randomFrom(SEED), limitThoughts(1)),
        );
        expect(second).toEqual(first);
        moves += 1;
        return [seat, first as Command];
      });
      expect(moves).toBeGreaterThan(50);
    },
  );

  test("trades for the flower when it holds the eagle and the serpent", () => {
    const hand = ["serpent", "eagle"];
    const state = position({ asks: "sacrifice", tribes: { east: { skulls: 7, hand } } });
    expect(answer(state, "east")).toEqual({ type: "trade" });
  });

  test.each([
    { hand: ["eagle", "mist", "serpent"], pays: "mist" },
    { hand: ["captive", "macuahuitl", "captive"], pays: "macuahuitl" },
  ])("of $hand it pays $pays when it must pay a card: it keeps signs and captives", ({ hand, pays }) => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli", hand } },
      racks: { malinalli: 5 },
      dice: [1, 6, 2],
    });
    const window = play(before, "east", { type: "roll" }).state;
    const paying = play(window, "north", { type: "pass" }).state;
    const { events } = play(paying, "north", answer(paying, "north"));
    expect(only(events, "card-paid")[0]?.gave?.card).toBe(pays);
  });

  test("offers for the eagle before another seat wins with it", () => {
    const asked = (discs: Parameters<typeof position>[0] & object) =>
      answer(position({ seats: 2, asks: "sacrifice", tribes: { east: { skulls: 1 } }, ...discs }), "east");
    expect(asked({})).toEqual({ type: "sacrifice", god: "tlaloc" });
    expect(asked({ discs: { coatl: "west", xochitl: "west" } })).toEqual({
      type: "sacrifice",
      god: "huitzilopochtli",
    });
  });

  test("offers for no eagle that a reshuffled deck cannot have", () => {
    const hand = ["serpent"];
    const asked = (offered: number) =>
      answer(
        position({
          seats: 2,
          asks: "sacrifice",
          tribes: { east: { skulls: 2, hand }, west: { hand: ["macuahuitl", "omen", "atlatl"] } },
          decks: { war: CARDS.war.slice(20), rain: CARDS.rain.slice(30) },
          lake: { huitzilopochtli: offered },
        }),
        "east",
      );
    expect(asked(20)).toEqual({ type: "sacrifice", god: "huitzilopochtli" });
    expect(asked(50)).not.toEqual({ type: "sacrifice", god: "huitzilopochtli" });
  });

  test("knows that a hand holds no eagle with which it would have won", () => {
    const west = { hand: ["macuahuitl", "omen", "atlatl"] };
    const decks = { war: CARDS.war.slice(20) };
    const oddsWith = (discs: Parameters<typeof position>[0] & object) =>
      oddsOf(flowerWar.view(position({ seats: 2, tribes: { west }, decks, ...discs }), "east")).war;
    expect(oddsWith({})).toBeLessThan(0.9 / 20);
    expect(oddsWith({ discs: { coatl: "west", xochitl: "west" } })).toBe(1 / 20);
    const flower = { hand: [...west.hand, "7-xochitl"] };
    expect(oddsWith({ discs: { coatl: "west" }, tribes: { west: flower } })).toBe(1 / 20);
  });

  test("takes what is free: spring rain", () => {
    const state = position({ asks: "cards", tribes: { east: { hand: ["spring-rain"] } } });
    expect(answer(state, "east").type).toBe("play-card");
  });

  test("keeps a causeway until a rack has a single skull, and then earns its disc", () => {
    const east = { on: "ozomahtli", skulls: 4, hand: ["causeway", "serpent"] } as const;
    const asked = (racks: { readonly malinalli?: number }) =>
      answer(position({ asks: "cards", tribes: { east }, racks: { ozomahtli: 5, ...racks } }), "east");
    expect(asked({}).type).toBe("end-turn");
    expect(asked({ malinalli: 1 })).toMatchObject({ type: "play-card", space: 12 });
  });

  test("launches canoes towards the disc of a rack with a single skull, unless another seat has more signs", () => {
    const asked = (racks: { readonly acatl?: number }, west: readonly string[] = []) =>
      answer(
        position({
          seats: 2,
          asks: "cards",
          tribes: { east: { on: "tochtli", skulls: 4, hand: ["canoe", "canoe"] }, west: { hand: west } },
          racks: { tochtli: 5, ...racks },
        }),
        "east",
        60,
      ).type;
    expect(asked({})).toBe("end-turn");
    expect(asked({ acatl: 1 })).toBe("play-card");
    expect(asked({ acatl: 1 }, ["7-xochitl"])).toBe("end-turn");
  });

  test("keeps the skulls that its causeway costs once a rack is low", () => {
    const asked = (racks: { readonly malinalli?: number }, hand: readonly string[]) =>
      answer(
        position({
          seats: 2,
          asks: "sacrifice",
          tribes: { east: { on: "ozomahtli", skulls: 2, hand: ["eagle", "serpent", ...hand] } },
          racks: { ozomahtli: 5, ...racks },
          decks: { day: [] },
        }),
        "east",
      ).type;
    expect(asked({}, ["causeway"])).toBe("sacrifice");
    expect(asked({ malinalli: 2 }, ["causeway"])).toBe("end-turn");
    expect(asked({ malinalli: 2 }, ["mist"])).toBe("sacrifice");
  });

  test("knows the odds of a causeway by the Rain cards that it sees", () => {
    const oddsWith = (hand: readonly string[], rain = CARDS.rain.slice(5)) =>
      oddsOf(flowerWar.view(position({ tribes: { east: { hand } }, decks: { rain } }), "east")).causeway;
    expect(oddsWith([])).toBe(2 / 40);
    expect(oddsWith(["mist", "captive"])).toBe(2 / 39);
    expect(oddsWith(["causeway"])).toBe(1 / 39);
    expect(oddsWith([], [])).toBe(0);
  });

  test("ranks all commands, and tries those that come to the same once", () => {
    const hand = ["macuahuitl", "canoe", "macuahuitl", "omen", "mist", "canoe"];
    const view = flowerWar.view(
      position({ asks: "cards", tribes: { east: { skulls: 2, hand } }, racks: { xochitl: 5 } }),
      "east",
    );
    const open = flowerWar.legal(view, "east").filter(({ type }) => type !== "concede");
    const card = (command: Command) =>
      "card" in command ? view.hand.find(({ id }) => id === command.card)?.card : undefined;
    const groups = groupAlike(open, view.hand).map((group) => [group[0]?.type, group.map(card)]);
    expect(groups).toEqual([
      ["play-card", ["canoe", "canoe"]],
      ["discard", ["macuahuitl", "macuahuitl", "omen"]],
      ["discard", ["canoe", "mist", "canoe"]],
      ["end-turn", [undefined]],
    ]);
    const ranked = rank(view, randomFrom(SEED), limitThoughts(2));
    expect(new Set(ranked)).toEqual(new Set(open));
    expect(ranked).toHaveLength(open.length);
  });

  test("decides by its own view only", () => {
    const tribes = { east: { skulls: 3, hand: ["canoe"] }, north: { hand: ["eagle", "mist"] } };
    const one = position({ asks: "sacrifice", tribes });
    const twin = position({ asks: "sacrifice", tribes: { ...tribes, north: { hand: ["omen", "serpent"] } } });
    expect(answer(one, "east")).toEqual(answer(twin, "east"));
  });

  test("plays only while its seat is awaited", () => {
    const state = position();
    expect(() => answer(state, "north")).toThrow();
    expect(() => skilled(flowerWar.view(state, "public"), randomFrom(SEED), limitThoughts(1))).toThrow();
  });

  test("is placed ahead of the easy bot in at least 60 % of two-seat matches, seats swapped", () => {
    let ahead = 0;
    const pairs = 12;
    for (let n = 0; n < pairs; n += 1) {
      const seed = n.toString(16).padStart(64, "0");
      for (const seat of ["east", "west"] as const) ahead += Number(placeOfSkilled(seed, seat, 1) === 1);
    }
    expect(ahead / (2 * pairs)).toBeGreaterThanOrEqual(0.6);
  });
});
