import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import type { SpaceId } from "../src/flower-war/vocabulary.ts";
import { battleOf, fight, passAll, strike } from "./support/fight.ts";
import { only, play, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position, type Wanted } from "./support/position.ts";

/** The apocalypse is running with the rule changes of these discs and no catastrophe; west is the keeper. */
function ruled(...discs: readonly SpaceId[]): Pick<Wanted, "apocalypse"> {
  return { apocalypse: { state: "forestalled", keeper: "west", turn: 1, discs } };
}

const roll = { type: "roll" } as const;

describe("section 10, the rule changes", () => {
  test("cipactli: collecting takes 1 more, beyond the +2 of discs", () => {
    const before = { ...ruled("cipactli"), racks: { calli: 9 }, dice: [3] };
    expect(tribe(play(position(before), "east", roll).state, "east").skulls).toBe(2);
    const discs = { cipactli: "east", tochtli: "east", cozcacuauhtli: "east" } as const;
    expect(tribe(play(position({ ...before, discs }), "east", roll).state, "east").skulls).toBe(4);
  });

  test("ehecatl: every roll to move counts 1 more", () => {
    const { state, events } = play(
      position({ ...ruled("ehecatl"), racks: { cuetzpalin: 5 }, dice: [3] }),
      "east",
      roll,
    );
    expect(only(events, "moved")[0]).toMatchObject({ space: 4, steps: 4 });
    expect(state.table.turn.dice).toEqual([3]);
  });

  test("calli: defenders +1, beyond the +2 of discs", () => {
    const discs = { calli: "north", itzcuintli: "north", malinalli: "north" } as const;
    const state = fight({ dice: [3, 3], east: ["omen"], more: { ...ruled("calli"), discs } });
    expect(battleOf(state).totals).toEqual({ attacker: 3, defender: 6 });
  });

  test("cuetzpalin: movement is reversed", () => {
    const before = position({ ...ruled("cuetzpalin"), tribes: { east: { on: "ehecatl" } }, dice: [3] });
    const { events } = play(before, "east", roll);
    expect(only(events, "moved")[0]?.space).toBe(19);
  });

  describe("costs", () => {
    const held = (hand: readonly string[], discs: readonly SpaceId[], skulls = 5) =>
      position({
        ...ruled(...discs),
        asks: "cards",
        racks: { olin: 5 },
        tribes: { east: { on: "olin", skulls, hand } },
      });
    const cost = (card: string, discs: readonly SpaceId[]) => {
      const { events } = play(held([card, "omen"], discs), "east", {
        type: "play-card",
        card: idOf("east", 0),
      });
      return only(events, "card-played")[0]?.cost;
    };

    test("coatl: Rain cards cost nothing, War cards their usual cost", () => {
      expect(cost("downpour", ["coatl"])).toBe(0);
      expect(cost("ambush", ["coatl"])).toBe(1);
    });

    test("cuauhtli: War cards cost nothing, Rain cards their usual cost", () => {
      expect(cost("ambush", ["cuauhtli"])).toBe(0);
      expect(cost("downpour", ["cuauhtli"])).toBe(2);
    });

    test("malinalli: printed costs are 1 higher, 0 included", () => {
      expect(cost("downpour", ["malinalli"])).toBe(3);
      expect(cost("spring-rain", ["malinalli"])).toBe(1);
      const poor = held(["spring-rain"], ["malinalli"], 0);
      expect(refusal(poor, "east", { type: "play-card", card: idOf("east", 0) })).toBe("not-enough-skulls");
    });

    test("'cost nothing' beats '1 higher'", () => {
      expect(cost("downpour", ["malinalli", "coatl"])).toBe(0);
      expect(cost("ambush", ["malinalli", "coatl"])).toBe(2);
    });

    test("malinalli: with free cards they stay free", () => {
      const before = held(["spring-rain", "omen"], ["malinalli"], 0);
      const free = {
        ...before,
        table: { ...before.table, options: { ...before.table.options, cardCosts: "free" as const } },
      };
      expect(refusal(free, "east", { type: "play-card", card: idOf("east", 0) })).toBeNull();
    });
  });

  test.each([
    [5, 3, 1],
    [1, 0, 0],
  ])("miquiztli: a loser with %i skulls keeps %i, %i went to removed", (skulls, left, lost) => {
    const before = fight({
      dice: [5, 2],
      north: ["omen"],
      skulls: { north: skulls },
      more: ruled("miquiztli"),
    });
    const removed = before.table.removed;
    const { state, events } = passAll(before);
    expect(tribe(state, "north").skulls).toBe(left);
    expect(state.table.removed).toBe(removed + lost);
    expect(only(events, "skulls-lost")).toHaveLength(lost);
  });

  test("mazatl: two dice, and move by either; bonuses lengthen either", () => {
    const before = position({ ...ruled("mazatl"), discs: { olin: "east" }, dice: [2, 5] });
    const { state, events } = play(before, "east", roll);
    expect(only(events, "rolled")[0]?.dice).toEqual([2, 5]);
    const open = flowerWar.legal(flowerWar.view(state, "east"), "east");
    expect(open.flatMap((command) => (command.type === "move" ? [command.steps] : []))).toEqual([2, 3, 5, 6]);
    expect(flowerWar.fallback(state, "east")).toEqual({ type: "move", steps: 2 });
    expect(refusal(state, "east", { type: "move", steps: 4 })).toBe("bad-steps");
  });

  test("mazatl: with two equal dice there is nothing to choose", () => {
    const { events } = play(position({ ...ruled("mazatl"), dice: [4, 4] }), "east", roll);
    expect(types(events).slice(0, 2)).toEqual(["rolled", "moved"]);
  });

  test.each([
    [4, 2],
    [1, 1],
  ])("tochtli: tribute is 2, or all skulls: of %i, %i", (skulls, paid) => {
    const before = position({
      ...ruled("tochtli", "cuetzpalin"),
      tribes: { east: { on: "ocelotl", skulls: skulls - 1 } },
      racks: { acatl: 5 },
      discs: { acatl: "north" },
      dice: [1],
    });
    expect(tribe(play(before, "east", roll).state, "north").skulls).toBe(paid);
  });

  test("atl: an offering to Tlaloc, from any source, counts twice; one skull goes into the lake", () => {
    const before = position({
      ...ruled("atl"),
      asks: "sacrifice",
      tribes: { east: { skulls: 3, hand: ["offering-bowl"] } },
      supply: 10,
      racks: { xochitl: 5 },
    });
    let { state } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    state = play(state, "east", { type: "sacrifice", god: "huitzilopochtli" }).state;
    state = play(state, "east", { type: "play-card", card: idOf("east", 0), god: "tlaloc" }).state;
    expect(state.table.offerings).toEqual({ huitzilopochtli: 1, tlaloc: 8 });
    expect(state.table.lake).toEqual({ huitzilopochtli: 1, tlaloc: 4 });
  });

  test.each([
    [0, 10, 1],
    [1, 10, 1],
    [0, 0, 0],
  ])("itzcuintli: a turn that begins with %i skulls, supply %i: then %i", (skulls, supply, then) => {
    const before = position({
      ...ruled("itzcuintli"),
      asks: "cards",
      supply,
      tribes: { east: { hand: ["omen"] }, north: { skulls } },
    });
    expect(tribe(play(before, "east", { type: "end-turn" }).state, "north").skulls).toBe(then);
  });

  test("ozomahtli: equal totals, the attacker wins", () => {
    const { events } = passAll(fight({ dice: [3, 3], north: ["omen"], more: ruled("ozomahtli") }));
    expect(only(events, "battle-won")).toEqual([{ type: "battle-won", winner: "east", loser: "north" }]);
  });

  test("acatl: everyone has range, one space as with a disc", () => {
    const before = position({
      ...ruled("acatl"),
      tribes: { east: { on: "olin" }, north: { on: "quiahuitl" }, west: { on: "xochitl" } },
      racks: { tecpatl: 5 },
      dice: [1],
    });
    const { state } = play(before, "east", roll);
    expect(state.table.awaiting?.decision).toBe("challenge");
    expect(refusal(state, "east", { type: "challenge", seat: "north" })).toBeNull();
    expect(refusal(state, "east", { type: "challenge", seat: "west" })).toBe("bad-target");
  });

  test("ocelotl: attackers +1", () => {
    const state = fight({ dice: [3, 3], east: ["omen"], more: ruled("ocelotl") });
    expect(battleOf(state).totals).toEqual({ attacker: 4, defender: 3 });
  });

  test.each(["east", "north"] as const)(
    "cozcacuauhtli: the winner, %s, also takes 1 from supply",
    (winner) => {
      const dice = winner === "east" ? [5, 2] : [2, 5];
      const before = fight({ dice, north: ["omen"], more: { ...ruled("cozcacuauhtli"), supply: 10 } });
      const { state, events } = passAll(before);
      expect(only(events, "skulls-taken")).toEqual([{ type: "skulls-taken", seat: winner, skulls: 1 }]);
      expect(tribe(state, winner).skulls).toBe(7);
    },
  );

  test("miquiztli, then cozcacuauhtli, then the winner's captives", () => {
    const more = { ...ruled("miquiztli", "cozcacuauhtli"), supply: 10 };
    const before = fight({ dice: [5, 2], east: ["captive"], north: ["omen", "mist"], more });
    const { events } = passAll(strike(before, "east", 0).state);
    expect(types(events).slice(-7)).toEqual([
      "battle-won",
      "stake-paid",
      "skulls-lost",
      "skulls-taken",
      "card-taken",
      "battle-ended",
      "asked",
    ]);
  });

  describe("olin: after collecting, 1 skull of the rack goes to supply", () => {
    const shaking = (rack: number, more: Wanted = {}) =>
      play(
        position({
          ...ruled("olin"),
          tribes: { east: { on: "acatl" } },
          racks: { ocelotl: rack },
          supply: 100,
          dice: [1],
          ...more,
        }),
        "east",
        roll,
      );

    test("of what is left", () => {
      const { state } = shaking(5);
      expect(space(state, "ocelotl").rack).toBe(3);
      expect(state.table.supply).toBe(101);
    });

    test("a rack emptied this way is refilled, without a disc", () => {
      const { state } = shaking(2);
      expect(space(state, "ocelotl")).toMatchObject({ rack: 13, disc: null });
    });

    test("a rack that the seat emptied has none left to take", () => {
      const { state, events } = shaking(1);
      expect(types(events)).not.toContain("shaken");
      expect(space(state, "ocelotl").disc).toBe("east");
    });

    test("first olin's rule, then the invasion", () => {
      const apocalypse = {
        state: "running",
        keeper: "west",
        discs: ["olin"],
        ruling: "invasion",
      } as const;
      expect(types(shaking(5, { apocalypse }).events).slice(2, 5)).toEqual([
        "collected",
        "shaken",
        "invaded",
      ]);
      expect(types(shaking(2, { apocalypse }).events)).not.toContain("invaded");
    });

    test("it has no effect during the flood", () => {
      const apocalypse = { state: "running", keeper: "west", discs: ["olin"], ruling: "flood" } as const;
      expect(types(shaking(5, { apocalypse }).events)).not.toContain("shaken");
    });
  });

  test("tecpatl: battle stakes are 1 higher", () => {
    expect(battleOf(fight({ dice: [5, 2], east: ["omen"], more: ruled("tecpatl") })).stake).toBe(2);
    const more = { ...ruled("tecpatl"), options: { battleStake: "lower-roll" } } as const;
    expect(battleOf(fight({ dice: [5, 2], east: ["omen"], more })).stake).toBe(3);
  });

  describe("quiahuitl: when a turn of the first seat still in play begins, racks below 13 gain 1 from supply", () => {
    const raining = (supply: number, more: Wanted = {}) =>
      position({
        ...ruled("quiahuitl"),
        turn: { seat: "west" },
        asks: "cards",
        tribes: { west: { hand: ["omen"] } },
        racks: { cipactli: 5, acatl: 12, olin: 0 },
        supply,
        ...more,
      });

    test.each([
      [10, [1, 13, 17]],
      [2, [1, 13]],
    ])("supply %i: spaces %j, in order", (supply, spaces) => {
      const { events, state } = play(raining(supply), "west", { type: "end-turn" });
      expect(only(events, "rained")).toEqual([{ type: "rained", spaces }]);
      expect(state.table.supply).toBe(supply - spaces.length);
      expect(space(state, "cipactli").rack).toBe(6);
    });

    test("not when another seat's turn begins; when the first seat is out, the next one is first", () => {
      const before = raining(10, { turn: { seat: "east" }, tribes: { east: { hand: ["omen"] } } });
      expect(types(play(before, "east", { type: "end-turn" }).events)).not.toContain("rained");
      expect(types(play(before, "east", { type: "concede" }).events)).toContain("rained");
    });

    test("the tick comes first, then quiahuitl's rule, then itzcuintli's", () => {
      const before = raining(10, {
        apocalypse: { state: "running", keeper: "east", discs: ["quiahuitl", "itzcuintli"] },
        offerings: { tlaloc: 1 },
      });
      const { events } = play(before, "west", { type: "end-turn" });
      expect(types(events)).toEqual(["turn-began", "ticked", "rained", "skulls-taken", "asked"]);
    });
  });

  test.each([
    [3, "not-enough-skulls"],
    [4, null],
  ])("xochitl: trade costs 4: with %i %s", (skulls, code) => {
    const before = position({ ...ruled("xochitl"), asks: "sacrifice", tribes: { east: { skulls } } });
    expect(refusal(before, "east", { type: "trade" })).toBe(code);
    if (code === null) expect(play(before, "east", { type: "trade" }).events[0]).toMatchObject({ skulls: 4 });
  });
});

describe("section 10, which rules change", () => {
  test("with discRules false none changes, and with trigger 260 never", () => {
    for (const options of [{ discRules: false }, { apocalypseTrigger: 260 }] as const) {
      const before = position({ ...ruled("ehecatl"), options, dice: [3] });
      expect(only(play(before, "east", roll).events, "moved")[0]?.steps).toBe(3);
    }
  });

  test("before the trigger none changes", () => {
    const before = position({ discs: { ehecatl: "north" }, dice: [3], options: { apocalypseTrigger: 2 } });
    expect(only(play(before, "east", roll).events, "moved")[0]?.steps).toBe(3);
  });

  test.each([
    { trigger: 1, off: [], discs: ["acatl"] },
    { trigger: 2, off: [], discs: null },
    { trigger: 2, off: ["olin"], discs: ["acatl", "olin"] },
    { trigger: 3, off: ["olin"], discs: null },
    { trigger: 3, off: ["olin", "atl"], discs: ["atl", "acatl", "olin"] },
  ] as const)("trigger $trigger with $off off the board, acatl is picked up: $discs", (c) => {
    const before = position({
      options: { apocalypseTrigger: c.trigger },
      discs: Object.fromEntries(c.off.map((disc) => [disc, "west"])),
      tribes: { east: { on: "malinalli" } },
      racks: { acatl: 1 },
      dice: [1],
    });
    const { state } = play(before, "east", roll);
    if (c.discs === null) expect(state.table.apocalypse.state).toBe("none");
    else expect(state.table.apocalypse).toMatchObject({ keeper: "east", discs: c.discs });
  });

  test("a disc earned from a seat is not picked up: it triggers nothing", () => {
    const before = position({
      options: { apocalypseTrigger: 2 },
      discs: { acatl: "north", olin: "west" },
      tribes: { east: { on: "malinalli" } },
      racks: { acatl: 1 },
      dice: [1],
    });
    expect(play(before, "east", roll).state.table.apocalypse.state).toBe("none");
  });

  test("discs given back are no longer off the board", () => {
    const before = position({
      options: { apocalypseTrigger: 2 },
      discs: { olin: "west" },
      tribes: { east: { on: "malinalli" } },
      racks: { acatl: 1 },
      dice: [1],
    });
    const gone = play(before, "west", { type: "concede" }).state;
    expect(play(gone, "east", roll).state.table.apocalypse.state).toBe("none");
  });
});
