/** How near each seat is to the three signs, from what a viewer may know (canon section 9). */
import type { Seat, SpaceId, View } from "@flower-war/client-sdk/flower-war";
import { SPACES } from "@flower-war/client-sdk/flower-war";
import { readOptions } from "@flower-war/rules";
import { flowerWar } from "@flower-war/rules/flower-war";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { apocalypseWords, chosenWords, lakeTip } from "../src/games/flower-war/board/words.ts";
import { needsWords, raceOf } from "../src/games/flower-war/race.ts";
import { loadTexts } from "../src/games/flower-war/texts.ts";
import { fixture, withTable } from "./support/flower-war.ts";

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await loadTexts("en");
});

/** The first table of four seats, with earned discs. */
function withDiscs(discs: Partial<Record<SpaceId, Seat>>, seen: Partial<View> = {}): View {
  const { options } = readOptions(flowerWar);
  if (options === undefined) throw new Error("the defaults are no options");
  const view = flowerWar.view(flowerWar.setup(options, 4, "0".repeat(64)), "public");
  const spaces = view.table.spaces.map((space, index) => ({
    ...space,
    disc: discs[SPACES[index] as SpaceId] ?? null,
  }));
  return { ...withTable(view, { spaces }), ...seen };
}

const aheadOf = (view: View) => view.table.seats.filter((seat) => raceOf(view, seat).isAhead);

test("at the beginning no seat is ahead, and each needs all three signs", () => {
  const view = withDiscs({});
  expect(aheadOf(view)).toEqual([]);
  expect(needsWords(raceOf(view, "north"))).toBe("Needs all three signs");
});

test("a sign outweighs discs, more discs decide between equals, and equals are ahead together", () => {
  expect(aheadOf(withDiscs({ calli: "north", mazatl: "north", coatl: "south" }))).toEqual(["south"]);
  expect(aheadOf(withDiscs({ coatl: "north", calli: "south", cuauhtli: "south" }))).toEqual(["south"]);
  expect(aheadOf(withDiscs({ calli: "east", mazatl: "west" }))).toEqual(["east", "west"]);
});

test("a seat that conceded is not ahead, whatever it has had", () => {
  const view = withDiscs({ coatl: "north", calli: "south" });
  const { north } = view.table.tribes;
  if (north === undefined) throw new Error("North does not sit there");
  expect(aheadOf(withTable(view, { tribes: { ...view.table.tribes, north: { ...north, out: 1 } } }))).toEqual(
    ["south"],
  );
});

test("a sign in a hand counts for the viewer whose hand it is, and for no other one", () => {
  const hand: View["hand"] = [{ id: "a1", card: "serpent" }];
  const own = withDiscs({ cuauhtli: "north" }, { seat: "north", hand });
  expect(needsWords(raceOf(own, "north"))).toBe("Needs flower");
  const others = { ...own, seat: "south" as const, hand: [] };
  expect(needsWords(raceOf(others, "north"))).toBe("Needs serpent, flower");
});

test("offerings that decide outweigh signs, from the first one on", () => {
  const view = withDiscs({ coatl: "south", cuauhtli: "south" });
  const withOffered = (counts: Partial<Record<Seat, number>>) => {
    const tribes = Object.entries(view.table.tribes).map(([seat, tribe]) => [
      seat,
      { ...tribe, offered: counts[seat as Seat] ?? 0 },
    ]);
    return withTable(view, { tribes: Object.fromEntries(tribes) });
  };
  expect(aheadOf(withOffered({}))).toEqual(["south"]);
  expect(aheadOf(withOffered({ east: 1 }))).toEqual(["east"]);
  expect(aheadOf(withOffered({ east: 2, south: 2, north: 1 }))).toEqual(["south"]);
  expect(aheadOf(withOffered({ east: 2, west: 2, south: 1 }))).toEqual(["east", "west"]);
});

test("the days say how many offerings would change who rules", () => {
  const { view } = fixture("flooded");
  const reader = { seat: null, nameOf: (seat: Seat) => seat };
  expect(view.table.offerings).toEqual({ tlaloc: 105, huitzilopochtli: 100 });
  expect(apocalypseWords(view.table, reader)).toContain(
    "6 more offerings to Huitzilopochtli would bring: Invasion.",
  );
  const even = withTable(view, { offerings: { tlaloc: 100, huitzilopochtli: 100 } });
  expect(apocalypseWords(even.table, reader)).toContain("The next offering decides who rules.");
});

test("by atl's rule half as many offerings to Tlaloc would change who rules, rounded up, and as many to Huitzilopochtli", () => {
  const { view } = fixture("flooded");
  const reader = { seat: null, nameOf: (seat: Seat) => seat };
  const wordsOf = (tlaloc: number, huitzilopochtli: number) => {
    const apocalypse = { ...view.table.apocalypse, discs: ["atl"] as const };
    return apocalypseWords({ ...view.table, apocalypse, offerings: { tlaloc, huitzilopochtli } }, reader);
  };
  // 5 and 6 are missing: 3 offerings count 6 both times.
  for (const huitzilopochtli of [4, 5])
    expect(wordsOf(0, huitzilopochtli)).toContain("3 more offerings to Tlaloc would bring: Flood.");
  expect(wordsOf(0, 6)).toContain("4 more offerings to Tlaloc would bring: Flood.");
  expect(wordsOf(4, 0)).toContain("5 more offerings to Huitzilopochtli would bring: Invasion.");
});

test("where catastrophes use up offerings the days say what is left, who rules next, and what would change it", () => {
  const { view } = fixture("flooded");
  const reader = { seat: null, nameOf: (seat: Seat) => seat };
  const { apocalypse } = view.table;
  const wordsOf = (tlaloc: number, huitzilopochtli: number) => {
    const spent = withTable(view, { apocalypse: { ...apocalypse, unspent: { tlaloc, huitzilopochtli } } });
    return apocalypseWords(spent.table, reader);
  };
  expect(wordsOf(0, 4)).toContain("Next: Invasion. 5 more offerings to Tlaloc would bring: Flood.");
  expect(wordsOf(2, 1)).toContain("Next: Flood. 2 more offerings to Huitzilopochtli would bring: Invasion.");
  expect(wordsOf(0, 0)).toContain("The next offering decides who rules.");
  const words = /A catastrophe uses up its god's offerings/;
  expect(wordsOf(0, 4).join(" ")).toMatch(words);
  expect(apocalypseWords(view.table, reader).join(" ")).not.toMatch(words);
});

test("a half of the lake says how many offerings the next comparison counts", () => {
  const { view } = fixture("flooded");
  const { apocalypse } = view.table;
  const spent = withTable(view, {
    apocalypse: { ...apocalypse, unspent: { tlaloc: 0, huitzilopochtli: 4 } },
  });
  expect(lakeTip(view.table, "huitzilopochtli")).toMatch(/100 offerings count/);
  expect(lakeTip(spent.table, "huitzilopochtli")).toMatch(/4 offerings count/);
});

test("only beside numbers that the next comparison counts it is said that they show what is left", () => {
  const { view } = fixture("flooded");
  const reader = { seat: null, nameOf: (seat: Seat) => seat };
  const { apocalypse } = view.table;
  const left = /numbers show what is left/;
  const { table } = withTable(view, {
    apocalypse: { ...apocalypse, unspent: { tlaloc: 0, huitzilopochtli: 4 } },
  });
  for (const state of ["none", "running", "forestalled"] as const) {
    const then = { ...table, apocalypse: { ...table.apocalypse, state } };
    expect(lakeTip(then, "tlaloc")).toMatch(left);
    // The sun's tip, and the window with which the days begin: it shows all offerings that were made.
    for (const words of [apocalypseWords(then, reader), chosenWords(then)]) {
      expect(words).toContain("A catastrophe uses up its god's offerings.");
      expect(words.join(" ")).not.toMatch(left);
    }
  }
  expect(lakeTip(view.table, "tlaloc")).not.toMatch(left);
});

test("the days say who wins when the world ends, before they begin too, if the best tribe does", () => {
  const { view } = fixture("flooded");
  const reader = { seat: null, nameOf: (seat: Seat) => seat };
  const words = /the tribe with the most different signs wins/;
  const { options, apocalypse } = view.table;
  for (const state of ["running", "none"] as const) {
    const wordsWith = (bestTribeWins: boolean) =>
      apocalypseWords(
        withTable(view, { options: { ...options, bestTribeWins }, apocalypse: { ...apocalypse, state } })
          .table,
        reader,
      ).join(" ");
    const withOfferings = withTable(view, {
      options: { ...options, bestTribeWins: true, offeringsDecide: true },
      apocalypse: { ...apocalypse, state },
    });
    const decided = apocalypseWords(withOfferings.table, reader).join(" ");
    expect(decided).toMatch(/the tribe with the most offerings since the end began wins/);
    expect(decided).not.toMatch(words);
    expect(wordsWith(true)).toMatch(words);
    expect(wordsWith(false)).not.toMatch(words);
    // The last sentence stays in sight beside the board.
    expect(wordsWith(true)).toMatch(state === "none" ? /the 13 days begin\.$/ : /keeps the count\.$/);
  }
});
