import type { Command, Table, View } from "@flower-war/client-sdk/flower-war";
import { loadTexts as loadGameTexts } from "@flower-war/client-sdk/flower-war";
import { readOptions } from "@flower-war/rules";
import { flowerWar } from "@flower-war/rules/flower-war";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { pointAt, sector } from "../src/game-frame/board/ring.ts";
import { destination } from "../src/game-frame/board/ring-keys.ts";
import {
  angleOf,
  BEADS_A_HALF,
  beadPlaces,
  causewayPlaces,
  rackSlots,
  spaceAhead,
  stepsTo,
} from "../src/games/flower-war/board/geometry.ts";
import { knownSigns, reachOf } from "../src/games/flower-war/board/signs.ts";
import {
  aimedCommands,
  commandFor,
  landingOf,
  onlyPick,
  targetsOf,
} from "../src/games/flower-war/board/targets.ts";
import { createSpaceWriter, spaceLabel, spaceTip } from "../src/games/flower-war/board/words.ts";
import { loadTexts } from "../src/games/flower-war/texts.ts";
import { fixture, withTable } from "./support/flower-war.ts";

const en = await loadGameTexts("en");

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await loadTexts("en");
});

describe("geometry", () => {
  test("space 3 is on the right, 8 at the top, 13 on the left, 18 at the bottom", () => {
    expect([3, 8, 13, 18].map((space) => pointAt(100, angleOf(space)))).toEqual([
      [100, -0],
      [0, -100],
      [-100, -0],
      [-0, 100],
    ]);
  });

  test("a sector goes out, along its outer arc, in, and back", () => {
    expect(sector(50, 100, 0, 90)).toBe(
      "M100 0A100 100 0 0 0 0 -100L0 -50A50 50 0 0 1 50 0Z".replaceAll("-0 ", "0 "),
    );
  });

  test.each([4, 6, 13])("a rack of %i has that many slots, none twice", (size) => {
    const slots = rackSlots(1, size);
    expect(slots).toHaveLength(size);
    expect(new Set(slots.map(String)).size).toBe(size);
  });

  test("a half of the lake has room for 144 offerings, on its own side", () => {
    expect(BEADS_A_HALF).toBe(144);
    expect(beadPlaces("tlaloc").every(([x]) => x < 0)).toBe(true);
    expect(beadPlaces("huitzilopochtli").every(([x]) => x > 0)).toBe(true);
  });

  test("pawns on one space stand 9 degrees apart, and closer where there are many", () => {
    const spread = (things: number) => {
      const angles = causewayPlaces(3, things).map(([x, y]) => (Math.atan2(-y, x) * 180) / Math.PI);
      return Math.max(...angles) - Math.min(...angles);
    };
    expect(spread(2)).toBeCloseTo(9, 0);
    expect(spread(6)).toBeLessThan(17);
  });

  test("the ring closes in both directions", () => {
    expect(spaceAhead(18, 4)).toBe(2);
    expect(spaceAhead(2, 4, -1)).toBe(18);
    expect(stepsTo(18, 2)).toBe(4);
    expect(stepsTo(2, 18, -1)).toBe(4);
  });
});

describe("reach", () => {
  test("before the roll each number of the die leads to a space", () => {
    const { view, legal } = fixture("roll");
    const own = view.table.tribes[view.seat ?? "east"]?.space ?? 0;
    const reach = reachOf(view, legal);
    expect([...reach.values()].map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reach.get(spaceAhead(own, 4))).toEqual({ number: 4, move: null });
  });

  test("after the roll exactly the legal moves lead to spaces", () => {
    const { view, legal } = fixture("move");
    const moves = legal.filter(({ type }) => type === "move");
    const reach = reachOf(view, legal);
    expect([...reach.values()].map(({ move }) => move)).toEqual(moves);
    for (const [space, { number }] of reach) expect(landingOf(view.table, number)).toBe(space);
  });

  test("cuetzpalin's rule turns the direction round, ehecatl's adds a step", () => {
    const { view } = fixture("roll");
    const own = view.table.tribes[view.seat ?? "east"]?.space ?? 0;
    const ruled = withTable(view, {
      options: { ...view.table.options, discRules: true },
      apocalypse: { ...view.table.apocalypse, discs: ["ehecatl", "cuetzpalin"] },
    });
    expect(reachOf(ruled, []).get(spaceAhead(own, 2, -1))).toEqual({ number: 1, move: null });
  });

  test("spectators, and all seats after the end, reach nothing", () => {
    const { view } = fixture("won");
    expect(reachOf(view, []).size).toBe(0);
    expect(reachOf({ ...fixture("roll").view, seat: null }, []).size).toBe(0);
  });
});

describe("targets", () => {
  test("a move is aimed at the space where it ends", () => {
    const { view, legal } = fixture("move");
    const aimed = aimedCommands(legal, null);
    const { spaces } = targetsOf(view.table, aimed);
    expect(spaces.size).toBe(aimed.length);
    for (const space of spaces) {
      const command = commandFor(view.table, aimed, { space });
      expect(command?.type === "move" && landingOf(view.table, command.steps)).toBe(space);
    }
  });

  test("a card that needs a space offers all that are legal, and none before it is chosen", () => {
    const { view, legal } = fixture("cards");
    const causeway = view.hand.find(({ card }) => card === "causeway");
    expect(targetsOf(view.table, aimedCommands(legal, null)).spaces.size).toBe(0);
    const aimed = aimedCommands(legal, causeway?.id ?? "");
    expect(targetsOf(view.table, aimed).spaces.size).toBe(aimed.length);
    expect(commandFor(view.table, aimed, { space: 15 })).toMatchObject({ type: "play-card", space: 15 });
  });

  test("a choice of seat and god is complete only with both", () => {
    const { view, legal } = fixture("choose");
    const aimed = aimedCommands(legal, null);
    const [seat] = targetsOf(view.table, aimed).seats;
    if (seat === undefined) throw new Error("no seat can be chosen");
    expect(commandFor(view.table, aimed, { seat })).toBeNull();
    expect(commandFor(view.table, aimed, { seat, god: "tlaloc" })).toEqual({
      type: "choose",
      seat,
      god: "tlaloc",
    });
  });

  test("what has only one possible answer is picked at once", () => {
    const only: Command[] = [{ type: "challenge", seat: "south" }];
    const { view } = fixture("challenge");
    const targets = targetsOf(view.table, aimedCommands(only, null));
    expect(onlyPick(targets)).toEqual({ seat: "south" });
  });
});

describe("words", () => {
  const reader = { seat: "east", nameOf: (seat: "east") => en.seats[seat].name } as const;

  test("a space is called by all that it shows", () => {
    const table = withSpace(15, { rack: 1, disc: null, top: "macuahuitl", lingers: null, height: 6 }).table;
    expect(spaceLabel(table, 15, reader, { number: 4, move: null })).toBe(
      "Space 15, cuauhtli, eagle. Rack 1, day count 12. Disc on the board. Top card Macuahuitl, War card, stack of 6. Here: South. A roll of 4 lands here.",
    );
  });

  test("a held disc and a lingering card name their seats", () => {
    const table = withSpace(8, { rack: 13, disc: "north", top: "ambush", lingers: "west", height: 1 }).table;
    expect(spaceLabel(table, 8, reader, undefined)).toBe(
      "Space 8, tochtli, rabbit. Rack 13, day count 0. Disc held by North. Top card Ambush, War card, stack of 1. It acts for West.",
    );
  });

  test("what was said of a space before stays only as long as nothing of it has changed", () => {
    const { table } = withSpace(8, { rack: 2, disc: "west", top: "ambush", lingers: null, height: 2 });
    const { apocalypse, options, tribes } = table;
    const spaceWith = (changes: Partial<Table["spaces"][number]>) =>
      withTable(
        { ...fixture("waiting").view, table },
        {
          spaces: table.spaces.map((space, index) => (index === 7 ? { ...space, ...changes } : space)),
        },
      ).table;
    const holding = { seat: "west", nameOf: reader.nameOf } as const;
    const renamed = { seat: reader.seat, nameOf: (seat: string) => `${seat}'s player` };
    const landing = { number: 4, move: null };
    const east = { ...tribes.east, space: tribes.east?.space === 8 ? 9 : 8 } as NonNullable<
      typeof tribes.east
    >;
    type Moment = Parameters<ReturnType<typeof createSpaceWriter>>;
    const first: Moment = [table, 8, reader, undefined];
    const changed: readonly Moment[] = [
      [spaceWith({ rack: 1 }), 8, reader, undefined],
      [spaceWith({ top: "eagle" }), 8, reader, undefined],
      [spaceWith({ lingers: "west" }), 8, reader, undefined],
      [spaceWith({ height: 3 }), 8, reader, undefined],
      [spaceWith({ disc: "east" }), 8, reader, undefined],
      [table, 8, holding, undefined],
      [table, 8, renamed, undefined],
      [table, 8, reader, landing],
      [table, 8, reader, { ...landing, number: 5 }],
      [{ ...table, tribes: { ...tribes, east } }, 8, reader, undefined],
      [{ ...table, apocalypse: { ...apocalypse, ruling: "flood" } }, 8, reader, undefined],
      [{ ...table, apocalypse: { ...apocalypse, ruling: "invasion" } }, 8, reader, undefined],
      [{ ...table, options: { ...options, rackSize: 2 } }, 8, reader, undefined],
      [table, 9, reader, undefined],
    ];
    const write = createSpaceWriter();
    for (const moment of changed.flatMap((each) => [first, each])) {
      const [shown, number, own, reach] = moment;
      const said = write(...moment);
      expect(said).toEqual({
        label: spaceLabel(shown, number, own, reach),
        tip: spaceTip(shown, number, own),
      });
      expect(write(...moment)).toBe(said);
    }
  });

  test("arrows walk the ring, Home leads to the own space, other keys nowhere", () => {
    const ring = { count: 20, own: 7 };
    expect(destination("ArrowRight", 20, ring)).toBe(1);
    expect(destination("ArrowUp", 1, ring)).toBe(20);
    expect(destination("Home", 3, ring)).toBe(7);
    expect(destination("x", 3, ring)).toBeNull();
  });
});

describe("signs", () => {
  test("a viewer sees their own sign cards, and of others only discs and kept flowers", () => {
    const { view } = fixture("won");
    const winner = view.seat ?? "east";
    expect(knownSigns(view, winner)).toEqual(["eagle", "serpent", "flower"]);
    expect(knownSigns({ ...view, seat: null, hand: [] }, winner)).toEqual(["flower"]);
  });
});

/** The first table of a match, with one space changed. */
function withSpace(number: number, space: View["table"]["spaces"][number]): View {
  const { options } = readOptions(flowerWar);
  if (options === undefined) throw new Error("the defaults are no options");
  const state = flowerWar.setup(options, 4, "0".repeat(64));
  const view = flowerWar.view(state, "public");
  return withTable(view, {
    spaces: view.table.spaces.map((each, index) => (index === number - 1 ? space : each)),
  });
}
