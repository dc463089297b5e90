import { describe, expect, test } from "vitest";
import type { Card, Seat, SpaceId } from "../src/flower-war/vocabulary.ts";
import { SPACES } from "../src/flower-war/vocabulary.ts";
import { battleOf, fight } from "./support/fight.ts";
import { cardsOf, only, type Played, play, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position, type Wanted } from "./support/position.ts";

/** East (8 skulls on olin) trades 7 for this Day card, and holds a card so that its turn goes on. */
function draws(card: Card, more: Wanted = {}): Played {
  const before = position({
    asks: "sacrifice",
    supply: 100,
    ...more,
    draws: { ...more.draws, day: [card, ...(more.draws?.day ?? [])] },
    tribes: { ...more.tribes, east: { on: "olin", skulls: 12, hand: ["omen"], ...more.tribes?.east } },
  });
  return play(before, "east", { type: "trade" });
}

/** Strength of each number (canon section 7). */
const STRENGTHS = [
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 2],
  [7, 2],
  [8, 2],
  [9, 2],
  [10, 2],
  [11, 3],
  [12, 3],
  [13, 3],
] as const;

const NUMBERS = STRENGTHS.map(([n]) => n);

/** North is the nearest seat ahead of east on olin. No seat stands at a full rack. */
const low = { racks: Object.fromEntries(SPACES.map((id) => [id, 5])) };

describe("section 7, Day cards of skulls", () => {
  test.each(STRENGTHS)("%i-cipactli takes %i from supply", (n, m) => {
    expect(tribe(draws(`${n}-cipactli`).state, "east").skulls).toBe(5 + m);
  });

  test("9-cipactli takes no more than supply has", () => {
    expect(tribe(draws("9-cipactli", { supply: 1 }).state, "east").skulls).toBe(6);
  });

  test.each(STRENGTHS)("%i-miquiztli loses %i skulls to removed", (n, m) => {
    const { state, events } = draws(`${n}-miquiztli`, { supply: 10 });
    expect(tribe(state, "east").skulls).toBe(5 - m);
    expect(only(events, "skulls-lost")).toEqual([{ type: "skulls-lost", seat: "east", skulls: m }]);
  });

  test("13-miquiztli takes at most what there is", () => {
    const { state, events } = draws("13-miquiztli", { tribes: { east: { skulls: 8 } } });
    expect(tribe(state, "east").skulls).toBe(0);
    expect(only(events, "skulls-lost")).toEqual([{ type: "skulls-lost", seat: "east", skulls: 1 }]);
  });

  test.each(NUMBERS)("%i-tochtli: pays 1 skull to each other seat, in turn order", (n) => {
    const { state, events } = draws(`${n}-tochtli`);
    expect(only(events, "skulls-paid")).toEqual(
      ["north", "south", "west"].map((to) => ({ type: "skulls-paid", from: "east", to, skulls: 1 })),
    );
    expect(tribe(state, "east").skulls).toBe(2);
  });

  test("4-tochtli with 2 skulls: the third seat gets none", () => {
    const { events } = draws("4-tochtli", { tribes: { east: { skulls: 9 } } });
    expect(only(events, "skulls-paid").map(({ to }) => to)).toEqual(["north", "south"]);
  });

  test.each(STRENGTHS)("%i-atl: %i offerings to Tlaloc, no cards drawn", (n, m) => {
    const { state, events } = draws(`${n}-atl`);
    expect(state.table.offerings).toEqual({ huitzilopochtli: 0, tlaloc: m });
    expect(tribe(state, "east").skulls).toBe(5 - m);
    expect(types(events)).not.toContain("card-drawn");
  });

  test.each(STRENGTHS)("%i-tecpatl: %i offerings to Huitzilopochtli, no cards drawn", (n, m) => {
    const { state, events } = draws(`${n}-tecpatl`);
    expect(state.table.offerings).toEqual({ huitzilopochtli: m, tlaloc: 0 });
    expect(tribe(state, "east").skulls).toBe(5 - m);
    expect(types(events)).not.toContain("card-drawn");
  });

  test.each(NUMBERS.slice(0, 12))("%i-quiahuitl takes 1 skull from supply", (n) => {
    expect(tribe(draws(`${n}-quiahuitl`).state, "east").skulls).toBe(6);
  });
});

describe("section 7, Day cards of cards, discs and turns", () => {
  test.each(STRENGTHS.map(([n, m]) => [n, m === 3 ? 2 : 1]))("%i-coatl draws %i from Rain", (n, count) => {
    const { state, events } = draws(`${n}-coatl`);
    expect(only(events, "card-drawn").map((event) => event.deck)).toEqual(Array(count).fill("rain"));
    expect(tribe(state, "east").cards).toEqual({ war: 1, rain: count, day: 0 });
  });

  test.each(STRENGTHS.map(([n, m]) => [n, m === 3 ? 2 : 1]))("%i-cuauhtli draws %i from War", (n, count) => {
    const { state, events } = draws(`${n}-cuauhtli`);
    expect(only(events, "card-drawn").map((event) => event.deck)).toEqual(Array(count).fill("war"));
    expect(tribe(state, "east").cards).toEqual({ war: 1 + count, rain: 0, day: 0 });
  });

  test.each(NUMBERS)("%i-acatl: another Day card is drawn and resolved", (n) => {
    const { state, events } = draws(`${n}-acatl`, { draws: { day: ["2-cipactli"] } });
    expect(only(events, "day-card-drawn").map(({ card }) => card)).toEqual([`${n}-acatl`, "2-cipactli"]);
    expect(state.hidden.stacks[16]).toEqual([`${n}-acatl`, "2-cipactli"]);
    expect(tribe(state, "east").skulls).toBe(6);
  });

  test("13-quiahuitl: a copy of the disc of its space, as a gift that triggers nothing", () => {
    const { state, events } = draws("13-quiahuitl");
    expect(only(events, "copy-received")).toEqual([{ type: "copy-received", seat: "east", disc: "olin" }]);
    expect(tribe(state, "east").copies).toEqual(["olin"]);
    expect(space(state, "olin").disc).toBeNull();
    expect(state.table.apocalypse.state).toBe("none");
  });

  test.each([
    ["cuauhtli", ["serpent", "2-xochitl"]],
    ["coatl", ["eagle", "2-xochitl"]],
    ["xochitl", ["eagle", "serpent"]],
  ] as const)("13-quiahuitl on %s: the copy is a sign, and wins", (on, hand) => {
    const { state } = draws("13-quiahuitl", { tribes: { east: { on, hand } } });
    expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
  });

  test.each(NUMBERS)("%i-xochitl is kept, seen by all seats, and neither played nor discarded", (n) => {
    const { state, events } = draws(`${n}-xochitl`);
    expect(only(events, "day-card-drawn")[0]).toMatchObject({ card: `${n}-xochitl`, resolves: false });
    expect(cardsOf(state, "east")).toEqual(["omen", `${n}-xochitl`]);
    const card = only(events, "day-card-drawn")[0]?.kept;
    for (const type of ["play-card", "discard"]) {
      expect(refusal(state, "east", { type, card })).toBe("not-playable-now");
    }
  });

  test.each(NUMBERS)("%i-mazatl: an extra turn follows at once", (n) => {
    const { state } = draws(`${n}-mazatl`);
    expect(state.table.turn.again).toBe(true);
    const next = play(state, "east", { type: "end-turn" });
    expect(only(next.events, "turn-began")).toEqual([{ type: "turn-began", seat: "east", extra: true }]);
    expect(next.state.table.turn).toMatchObject({ number: 2, seat: "east", extra: true, again: false });
  });

  test("8-mazatl in an extra turn: lost, at most one in a row", () => {
    const { state } = draws("8-mazatl", { turn: { extra: true } });
    expect(state.table.turn.again).toBe(false);
    const next = play(state, "east", { type: "end-turn" });
    expect(next.state.table.turn).toMatchObject({ seat: "north", extra: false });
  });

  test("a seat that concedes has no extra turn", () => {
    const { state } = draws("8-mazatl");
    expect(play(state, "east", { type: "concede" }).state.table.turn).toMatchObject({ seat: "north" });
  });
});

describe("section 7, Day cards that move", () => {
  test.each(STRENGTHS)("%i-ehecatl goes forward %i spaces and lands", (n, m) => {
    const { state, events } = draws(`${n}-ehecatl`, low);
    expect(tribe(state, "east").space).toBe(17 + m);
    expect(only(events, "moved")[0]).toMatchObject({ steps: null, landing: true });
    expect(only(events, "collected")).toHaveLength(1);
  });

  test.each(STRENGTHS)("%i-cuetzpalin goes back %i spaces and lands", (n, m) => {
    const { state } = draws(`${n}-cuetzpalin`, { ...low, tribes: { south: { on: "acatl" } } });
    expect(tribe(state, "east").space).toBe(17 - m);
  });

  test.each([
    ["ehecatl", 15],
    ["cuetzpalin", 19],
  ] as const)("by cuetzpalin's rule 6-%s moves to space %i", (sign, to) => {
    const { state } = draws(`6-${sign}`, {
      ...low,
      apocalypse: { state: "forestalled", keeper: "west", discs: ["cuetzpalin"] },
      tribes: { south: { on: "acatl" } },
    });
    expect(tribe(state, "east").space).toBe(to);
  });

  test.each(STRENGTHS)("%i-calli: home to the starting space, lands; then takes %i", (n, m) => {
    const { state, events } = draws(`${n}-calli`, low);
    expect(tribe(state, "east")).toMatchObject({ space: 20, skulls: 5 + 1 + m });
    expect(types(events).slice(2, 5)).toEqual(["moved", "collected", "skulls-taken"]);
  });

  test.each([
    [1, "xochitl", 1],
    [2, "coatl", 1],
    [3, "itzcuintli", 1],
    [4, "cuauhtli", 1],
    [5, "xochitl", 1],
    [6, "coatl", 2],
    [7, "itzcuintli", 2],
    [8, "cuauhtli", 2],
    [9, "xochitl", 2],
    [10, "coatl", 2],
    [11, "itzcuintli", 3],
    [12, "cuauhtli", 3],
    [13, "xochitl", 3],
  ] as const)("%i-itzcuintli: to %s, whether or not a seat plays it, then %i skulls", (n, home, m) => {
    const { state, events } = draws(`${n}-itzcuintli`, {
      ...low,
      seats: 2,
      tribes: { west: { on: "tecpatl" } },
    });
    expect(SPACES[tribe(state, "east").space - 1]).toBe(home satisfies SpaceId);
    expect(only(events, "skulls-taken")).toEqual([{ type: "skulls-taken", seat: "east", skulls: m }]);
  });

  const dog = (dice: readonly number[], more: Wanted = {}) =>
    draws("2-itzcuintli", { ...low, dice, ...more, tribes: { north: { skulls: 2 }, ...more.tribes } });

  test.each([
    { dice: [6, 1], skulls: 2 },
    { dice: [1, 6], skulls: 1 },
    { dice: [3, 3], skulls: 1 },
  ])("2-itzcuintli, a battle of $dice on the way: takes $skulls", ({ dice, skulls }) => {
    const { events } = dog(dice, { tribes: { north: { skulls: 2 }, east: { hand: [] } } });
    expect(only(events, "battle-began")).toHaveLength(1);
    expect(only(events, "skulls-taken")).toEqual([{ type: "skulls-taken", seat: "east", skulls }]);
  });

  test("2-itzcuintli: winning a battle and a challenge doubles it only once", () => {
    const { state } = dog([6, 1, 6, 1], {
      discs: { acatl: "east" },
      tribes: { east: { hand: [] }, north: { skulls: 2 }, west: { on: "cuetzpalin", skulls: 3 } },
    });
    const { events } = play(state, "east", { type: "challenge", seat: "west" });
    expect(only(events, "battle-won")[0]?.winner).toBe("east");
    expect(only(events, "skulls-taken")[0]?.skulls).toBe(2);
  });

  test("2-itzcuintli: a battle that its landing's Day card brings does not double it", () => {
    const { events } = draws("2-itzcuintli", {
      racks: { coatl: 13 },
      draws: { day: ["3-ocelotl"] },
      dice: [6, 1],
      tribes: { east: { hand: [] }, north: { on: "atl", skulls: 3 }, west: { on: "olin" } },
    });
    expect(only(events, "battle-won")[0]?.winner).toBe("east");
    expect(only(events, "skulls-taken")[0]?.skulls).toBe(1);
  });
});

describe("section 7, Day cards of battles", () => {
  const lands = {
    tribes: {
      north: { on: "xochitl" },
      south: { on: "xochitl" },
      west: { on: "cozcacuauhtli" },
    },
  } as const;
  const defender = (card: Card, more: Wanted = lands): Seat => battleOf(draws(card, more).state).defender;

  test.each(NUMBERS)("%i-ocelotl: the nearest ahead, and on one space the first in turn order", (n) => {
    expect(defender(`${n}-ocelotl`)).toBe("north");
  });

  test("3-ocelotl: the same space comes first, the space behind last", () => {
    expect(defender("3-ocelotl", { tribes: { ...lands.tribes, south: { on: "olin" } } })).toBe("south");
    const behind = { tribes: { ...lands.tribes, north: { on: "cozcacuauhtli" }, south: { on: "acatl" } } };
    expect(defender("3-ocelotl", behind as Wanted)).toBe("south");
  });

  test("3-ocelotl: ahead is the current direction of movement", () => {
    const apocalypse = { state: "forestalled", keeper: "west", discs: ["cuetzpalin"] } as const;
    expect(defender("3-ocelotl", { ...lands, apocalypse })).toBe("west");
  });

  test.each([
    [1, "north"],
    [2, "north"],
    [3, "west"],
    [4, "south"],
    [5, "north"],
    [6, "north"],
    [7, "west"],
    [8, "south"],
    [9, "north"],
    [10, "north"],
    [11, "west"],
    [12, "south"],
    [13, "north"],
  ] as const)("%i-olin battles %s: the seat of its direction, else like ocelotl", (n, seat) => {
    expect(defender(`${n}-olin`)).toBe(seat);
  });

  test("2-olin while north is out: like ocelotl", () => {
    const start = position({
      asks: "sacrifice",
      draws: { day: ["2-olin"] },
      tribes: { east: { on: "olin", skulls: 8, hand: ["omen"] }, west: { on: "xochitl" } },
    });
    const gone = play(start, "north", { type: "concede" }).state;
    expect(battleOf(play(gone, "east", { type: "trade" }).state).defender).toBe("west");
  });
});

describe("section 7, Day cards that choose", () => {
  const rich = { tribes: { north: { skulls: 2 }, west: { skulls: 5, hand: ["mist", "eagle"] } } } as const;

  test.each(STRENGTHS)("%i-ozomahtli: %i skulls of a seat become offerings to a god", (n, m) => {
    const { state } = draws(`${n}-ozomahtli`, rich);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "choose", card: `${n}-ozomahtli` });
    const choice = { type: "choose", seat: "west" } as const;
    expect(refusal(state, "east", choice)).toBe("bad-target");
    expect(refusal(state, "east", { ...choice, seat: "east", god: "tlaloc" })).toBe("bad-target");
    expect(refusal(state, "east", { ...choice, seat: "topan", god: "tlaloc" })).toBe("bad-target");
    const after = play(state, "east", { ...choice, god: "huitzilopochtli" }).state;
    expect(after.table.offerings).toEqual({ huitzilopochtli: m, tlaloc: 0 });
    expect(tribe(after, "west").skulls).toBe(5 - m);
    expect(after.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("13-ozomahtli: a seat with nothing to give may be chosen", () => {
    const { state } = draws("13-ozomahtli", rich);
    const after = play(state, "east", { type: "choose", seat: "south", god: "tlaloc" });
    expect(types(after.events)).toEqual(["chose", "asked"]);
  });

  test("5-ozomahtli with two seats: the god is still chosen", () => {
    const { state } = draws("5-ozomahtli", { seats: 2, tribes: { west: { skulls: 1 } } });
    expect(state.table.awaiting?.decision).toBe("choose");
  });

  test.each(STRENGTHS)("%i-cozcacuauhtli: pays the chosen seat %i", (n, m) => {
    const { state } = draws(`${n}-cozcacuauhtli`);
    const after = play(state, "east", { type: "choose", seat: "south" });
    expect(only(after.events, "skulls-paid")).toEqual([
      { type: "skulls-paid", from: "east", to: "south", skulls: m },
    ]);
  });

  test("5-cozcacuauhtli with two seats: chosen automatically", () => {
    const { state, events } = draws("5-cozcacuauhtli", { seats: 2 });
    expect(types(events)).toContain("chose");
    expect(tribe(state, "west").skulls).toBe(1);
  });

  test.each(NUMBERS)(
    "%i-malinalli: the chosen seat discards a card of its choice onto the current space",
    (n) => {
      const { state } = draws(`${n}-malinalli`, rich);
      const awaited = play(state, "east", { type: "choose", seat: "west" }).state;
      expect(awaited.table.awaiting).toEqual({ seat: "west", decision: "discard" });
      expect(refusal(awaited, "west", { type: "discard-card", card: idOf("west", 1) })).toBe(
        "not-playable-now",
      );
      expect(refusal(awaited, "west", { type: "discard-card", card: idOf("east", 0) })).toBe("not-in-hand");
      const { state: after } = play(awaited, "west", { type: "discard-card", card: idOf("west", 0) });
      expect(cardsOf(after, "west")).toEqual(["eagle"]);
      expect(space(after, "olin")).toMatchObject({ top: "mist", lingers: null });
      expect(after.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    },
  );

  test("4-malinalli: a single card goes automatically, also a sign; of two signs the seat chooses", () => {
    const one = draws("4-malinalli", { tribes: { west: { hand: ["eagle"] } } }).state;
    const given = play(one, "east", { type: "choose", seat: "west" });
    expect(only(given.events, "discarded")[0]).toMatchObject({ seat: "west", card: "eagle" });
    const two = draws("4-malinalli", { tribes: { west: { hand: ["eagle", "serpent"] } } }).state;
    const awaited = play(two, "east", { type: "choose", seat: "west" }).state;
    expect(refusal(awaited, "west", { type: "discard-card", card: idOf("west", 1) })).toBeNull();
    const none = draws("4-malinalli").state;
    expect(types(play(none, "east", { type: "choose", seat: "west" }).events)).toEqual(["chose", "asked"]);
  });

  test("when the awaited seat concedes, its decision lapses with the effect", () => {
    const { state } = draws("4-malinalli", rich);
    const awaited = play(state, "east", { type: "choose", seat: "west" }).state;
    const after = play(awaited, "west", { type: "concede" });
    expect(types(after.events)).toEqual(["conceded", "asked"]);
    expect(after.state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("when seats concede until one can be chosen, it is chosen automatically", () => {
    let { state } = draws("5-cozcacuauhtli");
    state = play(state, "north", { type: "concede" }).state;
    expect(state.table.awaiting?.decision).toBe("choose");
    const { events } = play(state, "south", { type: "concede" });
    expect(only(events, "chose")).toMatchObject([{ target: "west" }]);
  });
});

describe("section 5, a Day card drawn for a battle's winner", () => {
  const spoils = (card: Card, more: Wanted = {}) =>
    fight({
      dice: [6, 1],
      skulls: { north: 0 },
      more: { supply: 50, ...more, draws: { day: [card, "13-cipactli"], rain: ["canoe"], war: ["omen"] } },
    });

  test.each([
    ["12-itzcuintli", 8],
    ["7-calli", 7],
    ["3-mazatl", 5],
    ["3-ocelotl", 5],
    ["2-olin", 5],
    ["4-ehecatl", 5],
    ["4-cuetzpalin", 5],
    ["11-cipactli", 8],
    ["4-miquiztli", 4],
    ["3-acatl", 8],
    ["4-tochtli", 2],
  ])("%s: no seat moves or battles, east has %i", (card, skulls) => {
    const state = spoils(card);
    expect(tribe(state, "east")).toMatchObject({ space: 12, skulls });
    expect(state.table.turn.again).toBe(false);
    expect(state.table.battle).toBeNull();
  });

  test.each([
    ["4-coatl", "canoe"],
    ["4-cuauhtli", "omen"],
  ])("%s: the winner draws %s", (card, drawn) => {
    expect(cardsOf(spoils(card), "east")).toEqual([drawn]);
  });

  test("13-quiahuitl, won by the defender: a copy of the disc of its own space", () => {
    const state = fight({
      dice: [1, 6],
      more: {
        racks: { malinalli: 0 },
        supply: 0,
        discs: { acatl: "east" },
        draws: { day: ["13-quiahuitl"] },
        tribes: {},
      },
      skulls: { east: 1 },
    });
    expect(tribe(state, "north").copies).toEqual(["malinalli"]);
  });

  test("5-cozcacuauhtli: the winner chooses, though it is not its turn", () => {
    const awaited = fight({
      dice: [1, 6],
      skulls: { east: 1 },
      more: { racks: { malinalli: 0 }, supply: 0, draws: { day: ["5-cozcacuauhtli"] } },
    });
    expect(awaited.table.awaiting).toEqual({ seat: "north", decision: "choose", card: "5-cozcacuauhtli" });
    expect(awaited.table.battle).not.toBeNull();
    const { state } = play(awaited, "north", { type: "choose", seat: "west" });
    expect(tribe(state, "west").skulls).toBe(1);
    expect(state.table.battle).toBeNull();
    const gone = play(awaited, "north", { type: "concede" });
    expect(types(gone.events).slice(0, 2)).toEqual(["conceded", "battle-ended"]);
  });
});

describe("section 7, at most three Day cards resolve in a turn", () => {
  test("the fourth is laid down without effect; a flower is still kept", () => {
    const { state, events } = draws("1-acatl", {
      draws: { day: ["2-acatl", "3-acatl", "13-cipactli"] },
    });
    expect(only(events, "day-card-drawn").map(({ resolves }) => resolves)).toEqual([true, true, true, false]);
    expect(tribe(state, "east").skulls).toBe(5);
    expect(state.table.turn.dayCards).toBe(3);
    const flower = draws("1-acatl", { draws: { day: ["2-acatl", "3-acatl", "4-xochitl"] } });
    expect(cardsOf(flower.state, "east")).toContain("4-xochitl");
  });

  test("a kept flower does not count as one of the three", () => {
    const { state } = draws("4-xochitl");
    expect(state.table.turn.dayCards).toBe(0);
  });
});
