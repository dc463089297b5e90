import { describe, expect, test } from "vitest";
import { battleOf, fight, passAll, strike } from "./support/fight.ts";
import { cardsOf, only, play, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

describe("section 7, War cards that add to a total", () => {
  test.each([
    ["macuahuitl", 1, 1],
    ["obsidian-edge", 2, 2],
    ["eagle-knight", 3, 3],
    ["jaguar-knight", 3, 2],
    ["atlatl", 1, 2],
  ] as const)("%s costs %i and adds %i to its player's total", (card, cost, total) => {
    const before = fight({ dice: [2, 3], east: [card] });
    const { state, events } = strike(before, "east", 0);
    expect(only(events, "battle-card-played")).toEqual([
      { type: "battle-card-played", seat: "east", card, id: idOf("east", 0), cost, roll: null },
    ]);
    expect(only(events, "battle-won")).toEqual(
      2 + total === 3 ? [] : [{ type: "battle-won", winner: "east", loser: "north" }],
    );
    expect(space(state, "malinalli")).toMatchObject({ rack: 4 + cost, top: card, lingers: null, height: 1 });
    expect(cardsOf(state, "east")).toEqual([]);
    expect(state.hidden.stacks[11]).toEqual([card]);
  });

  test("chimalli costs 1 and adds 2 to the defender's total", () => {
    const before = fight({ dice: [3, 2], north: ["chimalli"] });
    const { events } = strike(before, "north", 0);
    expect(only(events, "battle-card-played")[0]).toMatchObject({ card: "chimalli", cost: 1 });
    expect(only(events, "battle-won")).toEqual([{ type: "battle-won", winner: "north", loser: "east" }]);
  });

  test("only the attacker plays atlatl, only the defender chimalli", () => {
    const both = ["atlatl", "chimalli"];
    const attacking = fight({ dice: [3, 2], east: both, north: both });
    expect(refusal(attacking, "east", { type: "play-battle-card", card: idOf("east", 1) })).toBe(
      "not-playable-now",
    );
    const defending = play(attacking, "east", { type: "pass" }).state;
    expect(refusal(defending, "north", { type: "play-battle-card", card: idOf("north", 0) })).toBe(
      "not-playable-now",
    );
    expect(refusal(defending, "north", { type: "play-battle-card", card: idOf("north", 1) })).toBeNull();
  });
});

describe("section 7, War cards that raise the stake", () => {
  test.each(["east", "north"] as const)("jaguar-knight, played by %s: one more", (player) => {
    const hand = ["jaguar-knight", "mist"];
    let state = fight({ dice: [1, 1], [player]: hand });
    if (player === "north") expect(state.table.awaiting?.seat).toBe("north");
    state = strike(state, player, 0).state;
    expect(battleOf(state).stake).toBe(2);
    const { events } = passAll(state);
    expect(only(events, "stake-paid")[0]).toMatchObject({ to: player, skulls: 2 });
  });

  test.each([
    { loser: "north", skulls: 5, paid: 3 },
    { loser: "north", skulls: 2, paid: 2 },
  ])("war-drum costs 2: the loser pays two more, or all it has ($skulls: $paid)", ({ skulls, paid }) => {
    const before = fight({ dice: [5, 3], east: ["war-drum"], skulls: { north: skulls } });
    const { events } = strike(before, "east", 0);
    expect(only(events, "battle-card-played")[0]?.cost).toBe(2);
    expect(only(events, "stake-paid")).toEqual([
      { type: "stake-paid", from: "north", to: "east", skulls: paid },
    ]);
  });
});

describe("section 7, other War cards of battles", () => {
  test("captive costs 2: the winner takes a card at random, signs included, under a new id", () => {
    const hand = ["eagle", "mist", "omen"];
    const taken = new Set<string>();
    for (let chance = 0; chance < 12; chance += 1) {
      const before = fight({ dice: [5, 2], east: ["captive"], north: hand });
      const { state: played, events: striking } = strike(before, "east", 0);
      expect(only(striking, "battle-card-played")[0]?.cost).toBe(2);
      const shifted = { ...played, hidden: { ...played.hidden, chance: played.hidden.chance + chance } };
      const { state, events } = passAll(shifted);
      const [event] = only(events, "card-taken");
      expect(event).toMatchObject({ from: "north", to: "east" });
      expect(event?.got?.id).not.toBe(event?.gave?.id);
      expect(types(events).indexOf("stake-paid")).toBeLessThan(types(events).indexOf("card-taken"));
      taken.add(cardsOf(state, "east").join());
      expect([...cardsOf(state, "east"), ...cardsOf(state, "north")].toSorted()).toEqual(hand.toSorted());
    }
    expect([...taken].toSorted()).toEqual(hand.toSorted());
  });

  test.each([
    { dice: [2, 5], hand: ["mist"], what: "its player loses" },
    { dice: [5, 2], hand: [], what: "the loser's hand is empty" },
  ])("captive takes nothing when $what", ({ dice, hand }) => {
    const before = fight({ dice, east: ["captive"], north: hand });
    const { state, events } = passAll(strike(before, "east", 0).state);
    expect(types(events)).not.toContain("card-taken");
    expect(state.table.battle).toBeNull();
  });

  test("captive after captive: each draws its own index from the one stream, one card too", () => {
    const before = fight({ dice: [5, 2], east: ["captive", "captive"], north: ["mist", "omen", "eagle"] });
    let state = strike(before, "east", 0).state;
    state = play(state, "north", { type: "pass" }).state;
    const played = strike(state, "east", 1).state;
    const { chance } = played.hidden;
    const { state: after, events } = passAll(played);
    expect(only(events, "card-taken").map((event) => event.chance)).toEqual([chance + 1, chance + 2]);
    expect(after.hidden.chance).toBe(chance + 2);
    expect(cardsOf(after, "east")).toHaveLength(2);
  });

  test("feathered-retreat is free: the battle ends at once, no seat wins, costs stay paid", () => {
    const before = fight({ dice: [5, 2], east: ["obsidian-edge"], north: ["feathered-retreat", "mist"] });
    const struck = strike(before, "east", 0).state;
    const { state, events } = strike(struck, "north", 0);
    expect(types(events)).toEqual(["battle-card-played", "battle-ended", "asked"]);
    expect(only(events, "battle-card-played")[0]?.cost).toBe(0);
    expect(tribe(state, "east").skulls).toBe(3);
    expect(tribe(state, "north").skulls).toBe(5);
    expect(state.hidden.stacks[11]).toEqual(["obsidian-edge", "feathered-retreat"]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("omen costs 1: the die is rolled again and the new roll counts", () => {
    const before = fight({ dice: [2, 3, 6], east: ["omen", "mist"] });
    const { state, events } = strike(before, "east", 0);
    expect(only(events, "battle-card-played")[0]).toMatchObject({ roll: 6, cost: 1 });
    expect(battleOf(state)).toMatchObject({
      rolls: { attacker: 2, defender: 3 },
      dice: { attacker: 6, defender: 3 },
      totals: { attacker: 6, defender: 3 },
      played: [{ seat: "east", card: "omen", roll: 6, inEffect: true }],
    });
  });

  test("omen after omen: the latest counts, and a mist on it restores the one before", () => {
    const before = fight({ dice: [2, 3, 6, 1], east: ["omen", "omen", "eagle"], north: ["mist"] });
    let state = strike(before, "east", 0).state;
    state = play(state, "north", { type: "pass" }).state;
    state = strike(state, "east", 1).state;
    expect(battleOf(state).dice.attacker).toBe(1);
    expect(battleOf(strike(state, "north", 0).state).dice.attacker).toBe(6);
  });
});

describe("section 7, War cards of the cards phase", () => {
  const walls = (hand: readonly string[], skulls = 5) =>
    position({
      asks: "cards",
      tribes: { east: { on: "olin", skulls, hand }, west: { on: "calli", skulls: 2 } },
      racks: { olin: 5 },
      dice: [1, 6],
    });
  const laid = (arriving: number) =>
    position({
      turn: { seat: "north" },
      tribes: { north: { on: "cozcacuauhtli", skulls: arriving }, east: { skulls: 0 } },
      racks: { olin: 0 },
      supply: 0,
      stacks: { olin: ["ambush"] },
      lingers: { olin: "east" },
      dice: [1],
    });

  test("ambush is laid down for 1 and lingers for its player", () => {
    const { state } = play(walls(["ambush", "mist"]), "east", { type: "play-card", card: idOf("east", 0) });
    expect(space(state, "olin")).toMatchObject({ rack: 6, top: "ambush", lingers: "east", height: 1 });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "cards" });
  });

  test.each([
    { skulls: 2, pays: 1 },
    { skulls: 0, pays: 0 },
  ])("ambush: the next other seat to arrive, with $skulls, pays $pays; then it is spent", (c) => {
    const { state, events } = play(laid(c.skulls), "north", { type: "roll" });
    expect(only(events, "top-card-acted")).toEqual([
      { type: "top-card-acted", space: 17, card: "ambush", spent: true },
    ]);
    expect(tribe(state, "east").skulls).toBe(c.pays);
    expect(space(state, "olin")).toMatchObject({ top: "ambush", lingers: null, height: 1 });
  });

  test("ambush affects neither its player, nor any seat once its player is out", () => {
    const own = { ...laid(0), table: { ...laid(0).table, turn: { ...laid(0).table.turn } } };
    const spaces = own.table.spaces.map((each) =>
      each.lingers === null ? each : { ...each, lingers: "north" as const },
    );
    const arrived = play({ ...own, table: { ...own.table, spaces } }, "north", { type: "roll" });
    expect(types(arrived.events)).not.toContain("top-card-acted");
    expect(space(arrived.state, "olin").lingers).toBe("north");
    const gone = play(laid(2), "east", { type: "concede" }).state;
    expect(space(gone, "olin")).toMatchObject({ top: "ambush", lingers: null });
    expect(types(play(gone, "north", { type: "roll" }).events)).not.toContain("top-card-acted");
  });

  test("xochiyaoyotl costs 3: battles any seat on any space, and the cards phase goes on", () => {
    const before = walls(["xochiyaoyotl", "omen"]);
    const card = { type: "play-card", card: idOf("east", 0) };
    expect(refusal(before, "east", card)).toBe("bad-target");
    expect(refusal(before, "east", { ...card, seat: "east" })).toBe("bad-target");
    expect(refusal(before, "east", { ...card, seat: "topan" })).toBe("bad-target");
    const { state, events } = play(before, "east", {
      type: "play-card",
      card: idOf("east", 0),
      seat: "west",
    });
    expect(types(events)).toEqual(["card-played", "battle-began", "asked"]);
    expect(tribe(state, "east").skulls).toBe(2);
    expect(space(state, "olin").rack).toBe(8);
    expect(battleOf(state)).toMatchObject({ attacker: "east", defender: "west" });
    const after = passAll(state);
    expect(tribe(after.state, "west").skulls).toBe(3);
    expect(tribe(after.state, "west").space).toBe(3);
    expect(after.state.table.awaiting).toEqual({ seat: "east", decision: "cards" });
  });

  test("eagle is a sign: neither played nor discarded", () => {
    const before = walls(["eagle", "mist"]);
    for (const type of ["play-card", "discard"]) {
      expect(refusal(before, "east", { type, card: idOf("east", 0) })).toBe("not-playable-now");
    }
    const battle = fight({ dice: [3, 2], east: ["eagle"] });
    expect(refusal(battle, "east", { type: "play-battle-card", card: idOf("east", 0) })).toBe(
      "not-playable-now",
    );
  });

  test("a battle card cannot be played in the cards phase, nor a turn card in a battle", () => {
    expect(refusal(walls(["omen"]), "east", { type: "play-card", card: idOf("east", 0) })).toBe(
      "not-playable-now",
    );
    const battle = fight({ dice: [3, 2], east: ["ambush"] });
    expect(refusal(battle, "east", { type: "play-battle-card", card: idOf("east", 0) })).toBe(
      "not-playable-now",
    );
  });
});
