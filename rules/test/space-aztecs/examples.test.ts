import { describe, expect, test } from "vitest";
import { codexPoints } from "../../src/space-aztecs/codices.ts";
import { outcomeOf } from "../../src/space-aztecs/ending.ts";
import { fallback } from "../../src/space-aztecs/fallback.ts";
import { spaceAztecs } from "../../src/space-aztecs/index.ts";
import { answersOf } from "../../src/space-aztecs/legal.ts";
import { aztecPoints, scoresOf } from "../../src/space-aztecs/scoring.ts";
import { deal } from "../../src/space-aztecs/state.ts";
import type { Card, Seat } from "../../src/space-aztecs/vocabulary.ts";
import {
  cityOf,
  holding,
  order,
  play,
  refusal,
  round,
  table,
  type Wanted,
  type Written,
} from "./support/table.ts";

/* The worked examples of canon section 14, by their numbers. */

const RANDOM = { removedSet: "random", codex: true } as const;
const FIRST: Seat = "0";
const set = (pile: readonly Card[] = []) => pile.toSorted();
const named = (text: string) => text.split(" ").toSorted();

describe("[14.1] a deal of which every draw is the largest, 3 players", () => {
  const { table: dealt, hidden } = deal(RANDOM, 3, (n) => n - 1);

  test("removes G", () => expect(dealt.removed).toBe("G"));
  test("deals the cards as they lie", () => {
    expect(set(hidden.piles[0])).toEqual(named("P01 P09 Y01 Y09 B01 B09 C1"));
    expect(set(hidden.piles[7])).toEqual(named("P08 PS3 Y08 YS3 B08 BS3 C8"));
  });
  test("lets seat 2 start", () => expect(dealt.starting).toBe("2"));
});

describe("[14.2] a deal of which every draw is 0", () => {
  const { table: dealt, hidden } = deal(RANDOM, 3, () => 0);

  test("removes P", () => expect(dealt.removed).toBe("P"));
  test("deals the cards rotated by one", () => {
    expect(set(hidden.piles[0])).toEqual(named("Y02 Y10 B02 B10 G02 G10 C2"));
    expect(set(hidden.piles[7])).toEqual(named("Y09 B01 B09 G01 G09 C1 Y01"));
  });
  test("lets seat 0 start", () => expect(dealt.starting).toBe("0"));
});

describe("[14.3] the order", () => {
  const choices = { "0": "P06", "1": "YS1", "2": "B01", "3": "G08" };

  test("is clockwise from the earliest card", () => {
    // The cards are of all four sets, so there must be a fifth seat.
    const { state, events } = round({ seats: 5, choices: { ...choices, "4": "C8" } });
    expect(events.find(({ type }) => type === "times-told")).toMatchObject({
      times: { "0": "14:40", "1": "06:20", "2": "00:40", "3": "16:40" },
      starting: "2",
    });
    expect(order(events).filter((seat) => seat !== "4")).toEqual(["2", "3", "0", "1"]);
    expect(spaceAztecs.awaiting(state)).toEqual([{ seat: "2", decision: "take" }]);
  });
});

describe("[14.4] and [14.5]", () => {
  const cities = { "0": { V: "Y04 P01" }, "1": { V: "Y07 Y02" } };

  test("[14.4] Temple first", () => {
    const { state, events } = round({ cities, choices: { "0": "Y06", "1": "YT1", "2": "YS1" } });
    expect(order(events)).toEqual(["1", "2", "0"]);
    expect(state.table.phase).toBe("take");
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "P01 Y06" }));
    expect(state.table.cities["1"]).toEqual(cityOf({ T: { YT1: "Y07 Y02" } }));
    expect(state.table.cities["2"]).toEqual(cityOf({ S: { YS1: "Y04" } }));
  });

  test("[14.5] Saucer first", () => {
    const { state, events } = round({ cities, choices: { "0": "Y06", "1": "YT2", "2": "YS1" } });
    expect(order(events)).toEqual(["2"]);
    expect(state.table.phase).toBe("abduct");
    expect(answersOf(spaceAztecs.view(state, "2"), "2")).toEqual([
      { type: "abduct", targets: { "1": "Y07" } },
      { type: "abduct", targets: { "1": "Y02" } },
    ]);
    const { state: after, events: rest } = play(state, "2", { type: "abduct", targets: { "1": "Y07" } });
    expect(order(rest)).toEqual(["0", "1"]);
    expect(after.table.cities["1"]).toEqual(cityOf({ T: { YT2: "Y02" } }));
    expect(after.table.cities["2"]).toEqual(cityOf({ S: { YS1: "Y04 Y07" } }));
  });
});

describe("[14.6] a Saucer and four players", () => {
  const { state } = round({
    seats: 4,
    cities: {
      "0": { V: "B01 B06" },
      "1": { V: "B03" },
      "2": { V: "Y01", T: { BT1: "B08" } },
      "3": { V: "B04 B05 P01" },
    },
    choices: { "0": "P10", "1": "Y10", "2": "BS2", "3": "C8" },
  });

  test("takes, clockwise, the chosen Aztecs and those without a choice", () => {
    const { state: after, events } = play(state, "2", {
      type: "abduct",
      targets: { "0": "B06", "3": "B04" },
    });
    expect(events[0]).toEqual({
      type: "saucer-left",
      seat: "2",
      card: "BS2",
      took: [
        { from: "3", card: "B04" },
        { from: "0", card: "B06" },
        { from: "1", card: "B03" },
      ],
    });
    expect(after.table.cities["2"]).toEqual(
      cityOf({ V: "Y01", T: { BT1: "B08" }, S: { BS2: "B04 B06 B03" } }),
    );
  });

  test.each([
    { "0": "B06", "1": "B03", "3": "B04" },
    { "3": "B04" },
    { "0": "B06", "3": "P01" },
    {},
    { "0": "B06", "3": "B04", "2": "Y01" },
    { "0": "B06", x: "B04" },
  ])("%j is bad-targets", (targets) => {
    expect(refusal(state, "2", { type: "abduct", targets })).toBe("bad-targets");
  });
});

describe("[14.7] shelter", () => {
  /** Seat 0 plays a card into its city, the only city that matters. */
  const playing = (city: Written, card: Card, removed: Wanted["removed"] = "B") =>
    round({ seats: 2, removed: removed ?? "B", cities: { "0": city }, choices: { "0": card, "1": "C8" } })
      .state;

  test("(a) is a decision, and leaves what was visible before", () => {
    const awaited = playing({ V: "G04 P03", T: { PT1: "" } }, "P08");
    expect(spaceAztecs.awaiting(awaited)).toEqual([{ seat: "0", decision: "shelter" }]);
    const { state } = play(awaited, "0", { type: "shelter", covered: true });
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "G04 P03", T: { PT1: "P08" } }));
  });

  test("(a) may be declined", () => {
    const awaited = playing({ V: "G04 P03", T: { PT1: "" } }, "P08");
    const { state } = play(awaited, "0", { type: "shelter", covered: false });
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "G04 P03 P08", T: { PT1: "" } }));
  });

  test("(b) is not possible without a Temple of the set", () => {
    const state = playing({ V: "G04 P03", T: { PT1: "" } }, "Y07");
    expect(state.table.phase).toBe("take");
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "G04 P03 Y07", T: { PT1: "" } }));
  });

  test("(c) is not possible for the first Agent, but for the next", () => {
    const first = playing({ V: "P03", T: { GT1: "" } }, "G04");
    expect(first.table.cities["0"]).toEqual(cityOf({ V: "P03 G04", T: { GT1: "" } }));
    const awaited = playing({ V: "P03 G04", T: { GT1: "" } }, "G07");
    const { state } = play(awaited, "0", { type: "shelter", covered: true });
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "P03 G04", T: { GT1: "G07" } }));
  });

  test("(d) ends with the Agents under a Temple of their own", () => {
    const state = playing({ V: "P03 G04", T: { GT1: "G07" } }, "GT2");
    expect(state.table.cities["0"]).toEqual(cityOf({ V: "P03", T: { GT1: "G07", GT2: "G04" } }));
    const next = playing({ V: "P03", T: { GT1: "G07", GT2: "G04" } }, "G10");
    expect(next.table.phase).toBe("take");
    expect(next.table.cities["0"]?.visible).toEqual(["P03", "G10"]);
  });

  test("is under the newest Temple of the set (section 13.2)", () => {
    const awaited = playing({ V: "G04", T: { PT1: "", PT2: "P01" } }, "P08");
    const { state } = play(awaited, "0", { type: "shelter", covered: true });
    expect(state.table.cities["0"]?.temples).toEqual([
      { card: "PT1", covers: [] },
      { card: "PT2", covers: ["P01", "P08"] },
    ]);
  });
});

test("[14.8] a limit reached during a round does not cut the round short", () => {
  const six = { "1": { S: { YS2: "", YS3: "", BS1: "" } }, "2": { S: { BS2: "", BS3: "", PS1: "" } } };
  const { state, events } = round({
    seats: 4,
    saucersPlayed: 6,
    cities: six,
    choices: { "0": "C5", "1": "PS3", "2": "YS1", "3": "P04" },
  });
  expect(order(events)).toEqual(["2", "3", "0", "1"]);
  expect(state.table.saucersPlayed).toBe(8);
  expect(state.table.phase).toBe("over");
  expect(state.table.outcome?.by).toBe("saucers");
});

describe("[14.9] the end by piles", () => {
  const piles = [
    ["P01"],
    ["P02"],
    ["P03", "P04"],
    ["P05", "P06"],
    ["Y01", "Y02"],
    ["Y03", "Y04"],
    ["B01", "B02"],
    ["B03", "B04"],
  ];
  const after = (places: readonly [number, number]) => {
    let state = table({ seats: 2, piles });
    for (const [seat, place] of [
      ["0", places[0]],
      ["1", places[1]],
    ] as const) {
      state = play(state, seat, { type: "take", place }).state;
    }
    for (const [index, place] of places.entries()) {
      const card = piles[place - 1]?.[0] ?? "";
      state = play(state, state.table.seats[index] ?? "0", { type: "choose", card }).state;
    }
    return state;
  };

  test("comes when two are empty", () => {
    expect(after([1, 2]).table.outcome?.by).toBe("piles");
  });

  test("does not come with one, whose place is place-empty from then on", () => {
    const state = after([1, 3]);
    expect(state.table.phase).toBe("take");
    expect(refusal(state, state.table.starting, { type: "take", place: 1 })).toBe("place-empty");
  });
});

describe("[14.10] to [14.12] Aztecs count", () => {
  test.each<[string, Written, number]>([
    ["[14.10] Warriors", { V: "Y07 Y04", T: { YT1: "Y09 Y01 Y02 Y03" } }, 22],
    ["[14.11] two pairs", { V: "B06 B08 B03 B01 B04" }, 24],
    ["[14.11] two Aliens for one Priest", { V: "B09 B02 B05" }, 13],
    ["[14.11] a Priest alone", { V: "B10" }, 0],
    ["[14.12] Archivists", { V: "G06 G02", T: { GT1: "G10 G01" } }, 18],
  ])("%s", (_, city, points) => {
    expect(aztecPoints(cityOf(city))).toBe(points);
  });
});

describe("[14.13] the fewest of set P", () => {
  test("cost every seat with so few 5 points", () => {
    const { table: counted } = table({
      cities: {
        "0": { V: "P01", T: { PT1: "P10" } },
        "1": { V: "P09" },
        "2": { V: "P05", S: { PS1: "P02" } },
      },
      removed: "Y",
    });
    expect(scoresOf(counted).map(({ score }) => score.total)).toEqual([7, 0, -1]);
    expect(scoresOf(counted).map(({ score }) => score.fewest)).toEqual([0, -5, -5]);
  });

  test("cost all three 5 if no seat has one, and none if the set is in the box", () => {
    expect(scoresOf(table({ removed: "Y" }).table).map(({ score }) => score.total)).toEqual([-5, -5, -5]);
    expect(scoresOf(table({ removed: "P" }).table).map(({ score }) => score.total)).toEqual([0, 0, 0]);
  });
});

describe("[14.14] a full count", () => {
  const { table: counted } = table({
    removed: "Y",
    cities: {
      "0": {
        V: "P04 B06 B01 G04",
        T: { GT1: "G08 G03", BT2: "" },
        codices: "C3 C7",
        S: { PS2: "P05 P02" },
      },
      "1": { V: "P07 P09 B08", T: { BT1: "B03 B04" }, codices: "C6 C2", S: { BS1: "B02", GS1: "" } },
      "2": { V: "P01 G07 G01", T: { PT1: "P10 P03" }, codices: "C1 C5 C8" },
    },
  });

  test("is 37, 34 and 36", () => {
    expect(scoresOf(counted).map(({ score }) => score)).toEqual([
      { codices: 12, aztecs: 28, fewest: -5, saucers: 2, total: 37, survivors: 6 },
      { codices: 10, aztecs: 23, fewest: 0, saucers: 1, total: 34, survivors: 5 },
      { codices: 20, aztecs: 16, fewest: 0, saucers: 0, total: 36, survivors: 5 },
    ]);
  });

  test("places seat 0 before 2 before 1", () => {
    const { standings } = outcomeOf(counted, "piles");
    expect(standings.map(({ seat, place }) => [seat, place])).toEqual([
      ["0", 1],
      ["2", 2],
      ["1", 3],
    ]);
  });

  test("with equal totals more Aztecs in the city decide, else the win is shared", () => {
    const tied = (third: Written) =>
      outcomeOf(
        table({ removed: "P", cities: { "0": { V: "B04" }, "1": { V: "B01 B02" }, "2": third } }).table,
        "piles",
      );
    expect(tied({}).standings.map(({ seat, place }) => [seat, place])).toEqual([
      ["1", 1],
      ["0", 2],
      ["2", 3],
    ]);
    expect(tied({ V: "G02 G04" }).standings.map(({ seat, place }) => [seat, place])).toEqual([
      ["1", 1],
      ["2", 1],
      ["0", 3],
    ]);
  });
});

describe("[14.15] a gone seat", () => {
  test("takes the fullest free place of the lowest number", () => {
    const sizes = [5, 7, 7, 7, 6, 6, 6, 6];
    const dealt = table({ seats: 4 });
    const places = sizes.map((cards, index) => ({ cards, heldBy: index === 1 ? FIRST : null }));
    const state = { ...dealt, table: { ...dealt.table, places } };
    expect(fallback(state, "1")).toEqual({ type: "take", place: 3 });
  });

  test.each([
    { pile: ["P04", "PT3", "C8", "B10"], card: "B10" },
    { pile: ["PT1", "PT3", "C8"], card: "PT3" },
    { pile: ["C1", "C8", "YS3"], card: "C8" },
    { pile: ["YS1", "YS3"], card: "YS3" },
  ])("of $pile it chooses $card", ({ pile, card }) => {
    const piles = [pile, ...Array.from({ length: 7 }, (_, i) => [`P0${i + 1}`])];
    let state = table({ seats: 2, piles });
    state = play(state, "0", { type: "take", place: 1 }).state;
    state = play(state, "1", { type: "take", place: 2 }).state;
    expect(fallback(state, "0")).toEqual({ type: "choose", card });
  });

  test("takes the lowest id of each seat, and shelters", () => {
    const { state } = round({
      cities: { "0": { V: "Y04 Y02" }, "1": { V: "Y07 Y03" } },
      choices: { "0": "C2", "1": "C8", "2": "YS1" },
    });
    expect(fallback(state, "2")).toEqual({ type: "abduct", targets: { "0": "Y02", "1": "Y03" } });
  });

  test("and no Codex pays more than 8", () => {
    const city = cityOf({ V: "P01 P02 P03 P04", T: { PT1: "P05" }, codices: "C1 C7 C4 C6" });
    expect(city.codices.map((codex) => codexPoints(codex, city))).toEqual([8, 8, 2, 2]);
  });
});

describe("what is refused (section 5)", () => {
  const choosing = holding({ choices: { "0": "Y06", "1": "YT1", "2": "YS1" } });

  test("choose a second time", () => {
    const { state } = play(choosing, "1", { type: "choose", card: "YT1" });
    expect(refusal(state, "1", { type: "choose", card: "YT1" })).toBe("already-chosen");
    expect(refusal(state, "1", { type: "take", place: 1 })).toBe("wrong-phase");
  });

  test("choose a card of another pile", () => {
    expect(refusal(choosing, "0", { type: "choose", card: "YT1" })).toBe("card-not-held");
  });

  test.each([
    { place: 0, code: "no-such-place" },
    { place: 9, code: "no-such-place" },
    { place: 1, code: "place-held" },
  ])("take place $place: $code", ({ place, code }) => {
    const { state } = play(table(), "0", { type: "take", place: 1 });
    expect(refusal(state, "1", { type: "take", place })).toBe(code);
    expect(refusal(state, "2", { type: "take", place })).toBe("not-your-decision");
  });

  test.each([
    null,
    "take",
    { type: "take" },
    { type: "take", place: "1" },
    { type: "take", place: 1.5 },
    { type: "choose", card: 7 },
    { type: "shelter" },
    { type: "shelter", covered: 1 },
    { type: "abduct", targets: null },
    { type: "abduct", targets: ["Y01"] },
    { type: "abduct", targets: { "0": 1 } },
  ])("%j: malformed", (command) => {
    expect(refusal(choosing, "0", command)).toBe("malformed");
  });
});

describe("what a seat sees (section 9)", () => {
  const choosing = holding({ choices: { "0": "Y06", "1": "YT1", "2": "YS1" } });

  test("the pile it holds, by time, until its own choice", () => {
    const { pile, chosen } = spaceAztecs.view(choosing, "0");
    expect(pile).toContain("Y06");
    expect(chosen).toBeNull();
    const { state } = play(choosing, "0", { type: "choose", card: "Y06" });
    expect(spaceAztecs.view(state, "0")).toMatchObject({ pile: [], chosen: "Y06" });
    expect(spaceAztecs.view(state, "1").chosen).toBeNull();
    expect(spaceAztecs.view(state, "public")).toMatchObject({ seat: null, pile: [], chosen: null });
  });

  test("which seats have chosen, never what", () => {
    const { events } = play(choosing, "0", { type: "choose", card: "Y06" });
    expect(events).toEqual([{ type: "card-chosen", seat: "0", card: "Y06" }]);
    for (const viewer of ["1", "2", "public"] as const) {
      expect(events.map((event) => spaceAztecs.redact(event, viewer))).toEqual([
        { type: "card-chosen", seat: "0" },
      ]);
    }
    expect(events.map((event) => spaceAztecs.redact(event, "0"))).toEqual(events);
  });

  test("every other event, unchanged", () => {
    const rest = [
      { type: "pile-taken", seat: "0", place: 3 },
      { type: "times-told", times: { "0": "12:20", "1": "04:00" }, starting: "1" },
      { type: "card-turned-up", seat: "1", card: "YT1" },
      { type: "asked", seat: "2", decision: "abduct" },
      { type: "saucer-left", seat: "2", card: "YS1", took: [{ from: "0", card: "Y06" }] },
    ] as const;
    for (const event of rest) {
      for (const viewer of ["0", "1", "public"] as const) {
        expect(spaceAztecs.redact(event, viewer)).toEqual(event);
      }
    }
  });

  test("a redacted event cannot be folded", () => {
    const [event] = play(choosing, "0", { type: "choose", card: "Y06" }).events;
    const seen = event && spaceAztecs.redact(event, "1");
    expect(() => seen && spaceAztecs.evolve(choosing, seen)).toThrow(TypeError);
  });
});
