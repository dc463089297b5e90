import { GODS, type Seat, type View } from "@flower-war/client-sdk/flower-war";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { browserStorage } from "../src/base/storage.ts";
import type { FlowerWarScene } from "../src/games/flower-war/texts.ts";
import { litSlots } from "../src/games/flower-war/seat-temple.tsx";
import { movesSince, templesOf } from "../src/notes/temple-move-note.tsx";
import { lastUsedTemples, rememberTemple } from "../src/temple/last-used.ts";
import { rowsOf } from "../src/temple/nearby-temples.tsx";
import { closedBy, commandOf, REACH, skullsToLift, slotAt } from "../src/temple/skull-drag.ts";
import { beadPlaces, LakeBeads, rollsBetween, SHOWN, wayOf } from "../src/temple/temple-drawing.tsx";
import { templeStateOf } from "../src/temple/temple-words.ts";
import { i18n } from "../src/texts/index.ts";
import { fixture, withTable } from "./support/flower-war.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

/** What the temple reads of a table of the gallery. */
function scene(name: string, changes: Partial<FlowerWarScene> = {}): FlowerWarScene {
  const { view, legal } = fixture(name);
  return {
    game: "flower-war",
    view,
    legal,
    seat: view.seat,
    people: [],
    awaiting: [],
    ...NOBODY,
    ...changes,
  };
}
const NOBODY = { clock: null, connection: "connected", temple: null } as const;

const SLOTS = {
  tlaloc: { left: 100, right: 130, top: 50, bottom: 90 },
  huitzilopochtli: { left: 180, right: 210, top: 50, bottom: 90 },
};

test("a skull falls into the slot that it is let go over, or the nearer one within reach", () => {
  expect(slotAt({ x: 115, y: 70 }, SLOTS)).toBe("tlaloc");
  expect(slotAt({ x: 153, y: 70 }, SLOTS)).toBe("tlaloc");
  expect(slotAt({ x: 157, y: 70 }, SLOTS)).toBe("huitzilopochtli");
  expect(slotAt({ x: 210, y: 90 + REACH }, SLOTS)).toBe("huitzilopochtli");
  expect(slotAt({ x: 210, y: 91 + REACH }, SLOTS)).toBeNull();
  expect(slotAt({ x: 115, y: 70 }, {})).toBeNull();
});

test.each(["offer", "cards", "roll", "waiting", "spectator", "battle-answer"])(
  "a slot is open exactly while its offering is legal, and says why it is closed: %s",
  (name) => {
    const table = scene(name);
    for (const god of GODS) {
      const legal = table.legal.some((command) => command.type === "sacrifice" && command.god === god);
      expect(commandOf(table.legal, god)).toEqual(legal ? { type: "sacrifice", god } : null);
      expect(closedBy(table, god) === null).toBe(legal);
    }
  },
);

test("a lost connection closes the slots before any rule does", () => {
  const lost = scene("offer", { legal: [], connection: "reconnecting" });
  expect(closedBy(lost, "tlaloc")).toBe("reconnecting");
});

test("a player without skulls can take one from supply exactly while an offering is free", () => {
  const { view, legal } = fixture("offer");
  const seat = view.seat ?? "east";
  const tribe = view.table.tribes[seat];
  if (tribe === undefined) throw new Error("this table is not seen from a seat");
  expect(skullsToLift(scene("offer"))).toBe(tribe.skulls);
  const poor = withTable(view, { tribes: { ...view.table.tribes, [seat]: { ...tribe, skulls: 0 } } });
  expect(skullsToLift(scene("offer", { view: poor, legal }))).toBe(1);
  expect(skullsToLift(scene("offer", { view: poor, legal: [] }))).toBe(0);
});

test("the lake shows each skull at a place of its own, as many as fit", () => {
  const places = GODS.flatMap((god) => beadPlaces(god, 130).map(String));
  expect(places).toHaveLength(2 * SHOWN);
  expect(new Set(places).size).toBe(places.length);
  expect(beadPlaces("tlaloc", 3).every(([x]) => x < 0)).toBe(true);
  expect(wayOf("huitzilopochtli", 2).at(-1)).toEqual(beadPlaces("huitzilopochtli", 3).at(-1));
});

test("a bead rolls for each new offering, but not for those of a time that the page missed", () => {
  const before = { lake: { tlaloc: 4, huitzilopochtli: 2 }, offerings: { tlaloc: 9, huitzilopochtli: 2 } };
  const one = { lake: { ...before.lake, tlaloc: 5 }, offerings: { ...before.offerings, tlaloc: 10 } };
  expect(rollsBetween(before, one)).toEqual([{ key: "tlaloc 10", god: "tlaloc", index: 4 }]);
  expect(rollsBetween(one, before)).toEqual([]);
  // By atl's rule an offering to Tlaloc counts twice.
  const twice = { ...one, offerings: { ...before.offerings, tlaloc: 11 } };
  expect(rollsBetween(before, twice)).toEqual([{ key: "tlaloc 10", god: "tlaloc", index: 4 }]);
  const many = { lake: { ...before.lake, tlaloc: 30 }, offerings: { ...before.offerings, tlaloc: 35 } };
  expect(rollsBetween(before, many)).toEqual([]);
});

test("the drawn lake prints the offerings that the next comparison counts, as the board does", () => {
  const { table } = fixture("offer").view;
  const offerings = { tlaloc: 9, huitzilopochtli: 4 };
  const printed = (changes: Partial<View["table"]["apocalypse"]>) => {
    const shown = { ...table, offerings, apocalypse: { ...table.apocalypse, ...changes } };
    const html = renderToStaticMarkup(createElement(LakeBeads, { table: shown }));
    return [...html.matchAll(/<text[^>]*>(\d+)</g)].map(([, number]) => Number(number));
  };
  expect(GODS).toEqual(["huitzilopochtli", "tlaloc"]);
  expect(printed({})).toEqual([4, 9]);
  expect(printed({ unspent: { tlaloc: 0, huitzilopochtli: 3 } })).toEqual([3, 0]);
});

test("a temple is free, asking, at another match, paired, owing or offline", () => {
  const none = { temple: "", templeOnline: false, fixH: 0, fixT: 0 };
  const sun = { ...none, temple: "sun-temple", templeOnline: true };
  expect(templeStateOf(none, false, null)).toBe("free");
  expect(templeStateOf(none, true, null)).toBe("asking");
  expect(templeStateOf(none, false, "temple-elsewhere")).toBe("elsewhere");
  expect(templeStateOf(none, false, "bad-code")).toBe("free");
  expect(templeStateOf(sun, false, null)).toBe("paired");
  expect(templeStateOf({ ...sun, fixT: -1 }, false, null)).toBe("owing");
  expect(templeStateOf({ ...sun, fixT: -1, templeOnline: false }, false, null)).toBe("offline");
});

test("temples nearby are listed from the one used last to those at other matches, which cannot be chosen", () => {
  const now = new Date(2027, 0, 15, 9).getTime();
  const day = 24 * 60 * 60 * 1000;
  const temples = ["garden", "library", "school-3", "sun-temple"].map((templeId) => ({
    templeId,
    elsewhere: templeId === "library",
  }));
  const lastUsed = new Map([
    ["library", now],
    ["school-3", now - 3 * day],
    ["sun-temple", now - day],
  ]);
  expect(rowsOf(temples, lastUsed, now).map(({ templeId, state }) => `${templeId}: ${state}`)).toEqual([
    "sun-temple: yours, last used yesterday",
    "school-3: yours, last used Tuesday",
    "garden: free",
    "library: at another match",
  ]);
});

test("the browser remembers the eight temples that were used last, and reads nothing else as one", () => {
  for (let used = 1; used <= 9; used += 1) rememberTemple(`templo-${used}`, used);
  rememberTemple("templo-3", 10);
  expect([...lastUsedTemples()]).toEqual([
    ["templo-3", 10],
    ...[9, 8, 7, 6, 5, 4, 2].map((used) => [`templo-${used}`, used]),
  ]);
  for (const text of ["{", "7", '[["templo-1","x"],[1,2],null]']) {
    browserStorage.write("flower-war/temples", text);
    expect([...lastUsedTemples()]).toEqual([]);
  }
});

test("[P-7] a seat moved when it has a temple that it had not, not when it left one or was not seen before", () => {
  const person = (seat: Seat, temple: string) => ({ seat, name: seat, temple });
  const before = templesOf([
    person("east", "sun-temple"),
    person("north", ""),
    person("west", "library"),
    person("south", "library"),
  ]);
  const after = [
    person("east", "library"),
    person("north", "library"),
    person("west", ""),
    person("south", "library"),
    person("topan", "library"),
  ];
  expect(movesSince(before, after)).toEqual([
    { seat: "east", name: "east", from: "sun-temple", to: "library" },
    { seat: "north", name: "north", from: null, to: "library" },
  ]);
});

describe("the mark of a seat's temple", () => {
  const person = { seat: "east", temple: "sun-temple", templeOnline: true, fixH: 0, fixT: 0 } as const;

  test.each(["offer", "trade", "cards", "roll"])(
    "lights a lamp for all who watch exactly while a bead would be an offering: %s",
    (name) => {
      const { view, legal } = fixture(name);
      const watched = { ...view, seat: null, hand: [] };
      const gods = legal.flatMap((command) => (command.type === "sacrifice" ? [command.god] : []));
      const lit = litSlots({ ...person, seat: view.table.turn.seat }, watched);
      expect(lit.toSorted()).toEqual(gods.toSorted());
    },
  );

  test("lights none at another seat's temple, and none of a temple that is offline", () => {
    const { view } = fixture("offer");
    const seat = view.seat ?? "east";
    const others = view.table.seats.filter((each) => each !== seat);
    for (const other of others) expect(litSlots({ ...person, seat: other }, view)).toEqual([]);
    expect(litSlots({ ...person, seat, templeOnline: false }, view)).toEqual([]);
  });
});
