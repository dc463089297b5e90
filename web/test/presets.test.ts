import type { GameListing } from "@flower-war/client-sdk";
import { flowerWar, mexica } from "@flower-war/rules/flower-war";
import { spaceAztecs } from "@flower-war/rules/space-aztecs";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { expect, test } from "vitest";
import { loadGuide } from "@flower-war/client-sdk/texts";
import { CATALOG } from "../src/games/catalog.ts";
import { inOrderOf } from "../src/rules/rules-page.tsx";
import { isPreset, matchTitle, PRESETS, presetsOf, readPresets } from "../src/presets/presets.ts";
import { i18n } from "../src/texts/index.ts";

const listing = (presets: GameListing["presets"]): GameListing => ({
  game: "flower-war",
  seats: { min: 2, max: 6, default: 4 },
  options: {},
  presets,
  temples: true,
});

test("the server says which presets there are, in which order, and how long they take", () => {
  const presets = readPresets([
    listing([
      {
        name: "short-evening",
        options: { rackSize: 6, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true },
        minutes: { 4: 21 },
      },
      { name: "of-this-house", options: { rackSize: 9 }, minutes: {} },
    ]),
  ]);
  expect(presets.map(({ id, minutes }) => [id, minutes?.["4"]])).toEqual([
    ["short-evening", 21],
    ["of-this-house", undefined],
  ]);
  expect(presets[1]?.title()).toBe("of-this-house");
});

test.each([
  ["flower-war", flowerWar],
  ["mexica", mexica],
  ["space-aztecs", spaceAztecs],
  ["tieqchieq", tieqchieq],
] as const)("a new table of %s shows the seats that the rules give it", (name, game) => {
  const { min, max } = game.seats;
  expect(CATALOG[name].seats).toEqual(game.seats);
  for (let count = min; count <= max; count += 1) {
    expect(CATALOG[name].seatsFor(count)).toEqual(game.seatsFor(count));
  }
});

test("newcomers are offered a short evening first, before the server has answered too", () => {
  expect(presetsOf("flower-war", PRESETS).map(({ id }) => id)).toEqual([
    "short-evening",
    "flower-war",
    "mexica",
  ]);
});

test("complete options are the same preset as those that only name the changes", () => {
  const [short] = readPresets([
    listing([
      {
        name: "short-evening",
        options: {
          battleStake: "one",
          cardCosts: "printed",
          apocalypseTrigger: 1,
          countdown: "keeper",
          discRules: true,
          rackSize: 6,
          bestTribeWins: true,
          offeringsDecide: true,
          offeringsSpent: true,
        },
        minutes: {},
      },
    ]),
  ]);
  if (short === undefined) throw new Error("no preset");
  const named = { rackSize: 6, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true } as const;
  expect(isPreset(short, "flower-war", named)).toBe(true);
  expect(isPreset(short, "flower-war", { ...named, offeringsDecide: false })).toBe(false);
  expect(isPreset(short, "flower-war", { ...named, offeringsSpent: false })).toBe(false);
  expect(isPreset(short, "flower-war", { rackSize: 6 })).toBe(false);
  expect(isPreset(short, "flower-war", {})).toBe(false);
  expect(isPreset(short, "mexica", named)).toBe(false);
});

test.each([
  ["flower-war", "short-evening", "Flower War, Short evening"],
  ["mexica", "mexica", "Mexica"],
  ["flower-war", "", "Flower War"],
  ["flower-war", "of-a-newer-server", "Flower War"],
])("a match of %s with preset %j is called %j", (game, preset, title) => {
  i18n.activate("en");
  expect(matchTitle({ game, preset })).toBe(title);
});

test("the rules of Mexica begin with what differs from Flower War's, which they share the rest with", async () => {
  const { rules } = await loadGuide("mexica", "en");
  const [differences, goal] = inOrderOf("mexica", rules);
  expect([differences, goal]).toEqual([rules.mexica, rules.goal]);
  expect(inOrderOf("flower-war", rules)).toEqual(Object.values(rules));
});
