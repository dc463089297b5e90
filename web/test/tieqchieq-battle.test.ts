import { randomFrom } from "@flower-war/rules/bots";
import { type State, tieqchieq, type View } from "@flower-war/rules/tieqchieq";
import { describe, expect, test } from "vitest";
import {
  battleBetween,
  battleResults,
  oddsOf,
  type ToldBattles,
  tellBattles,
} from "../src/games/tieqchieq/battle.ts";

test("the attacker wins with three of four results, the defender with both coins (canon section 8)", () => {
  expect(oddsOf("red", "red")).toEqual({ wins: 3, of: 4 });
  expect(oddsOf("yellow", "red")).toEqual({ wins: 1, of: 4 });
  expect(battleResults("yellow").filter(({ winner }) => winner === "red")).toEqual([
    { coins: [0, 0], winner: "red" },
  ]);
});

test("in whole matches a battle is seen exactly after the command that brought it", () => {
  let battles = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const hex = seed.toString(16).padStart(64, "0");
    const random = randomFrom(hex);
    let state: State = tieqchieq.setup({ first: "random" }, 2, hex);
    for (let [asked] = tieqchieq.awaiting(state); asked !== undefined; [asked] = tieqchieq.awaiting(state)) {
      const before = tieqchieq.view(state, "red");
      const legal = tieqchieq.legal(before, asked.seat).filter(({ type }) => type !== "concede");
      const decided = tieqchieq.decide(state, asked.seat, legal[random(legal.length)]);
      if (decided.refused !== undefined) throw new Error(decided.refused);
      state = decided.state;
      const fought = decided.events.find((event) => event.type === "battled");
      expect(battleBetween(before, tieqchieq.view(state, "red"))).toEqual(fought?.battle ?? null);
      battles += fought === undefined ? 0 : 1;
    }
  }
  expect(battles).toBeGreaterThan(50);
});

describe("a battle of the viewer", () => {
  const { before, after } = firstBattle();
  const told: ToldBattles = { reached: before, battle: null, toss: null };
  const { battle } = after.table;

  test("is told once, when the board has shown it", () => {
    expect(tellBattles(told, { ...before }).battle).toBeNull();
    const known = tellBattles(told, after);
    expect(known.battle?.battle).toEqual(battle);
    expect(tellBattles({ ...known, battle: null }, { ...after }).battle).toBeNull();
  });

  test("is told with what followed from it, while the match goes on", () => {
    const later = {
      ...after,
      table: { ...after.table, turn: "red", tosses: after.table.tosses + 1 },
    } as const;
    expect(tellBattles(tellBattles(told, after), later).battle?.after).toBe(after);
  });

  test("is not told again when an introduction after it is taken back", () => {
    const random = randomFrom("2".repeat(64));
    let introductions = 0;
    for (let { state } = firstBattle(); ; ) {
      const [asked] = tieqchieq.awaiting(state);
      if (asked === undefined) break;
      const before = tieqchieq.view(state, "red");
      const legal = tieqchieq.legal(before, asked.seat).filter(({ type }) => type !== "concede");
      const command = legal[random(legal.length)];
      const decided = tieqchieq.decide(state, asked.seat, command);
      if (decided.refused !== undefined) throw new Error(decided.refused);
      state = decided.state;
      if (command?.type !== "introduce" || decided.events.some(({ type }) => type === "battled")) continue;
      introductions += 1;
      expect(battleBetween(tieqchieq.view(state, "red"), before)).toBeNull();
    }
    expect(introductions).toBeGreaterThan(5);
  });
});

/** The views of red before and after the first battle of a match, and the state then. */
function firstBattle(): { before: View; after: View; state: State } {
  const seed = "1".repeat(64);
  const random = randomFrom(seed);
  let state: State = tieqchieq.setup({ first: "random" }, 2, seed);
  for (;;) {
    const [asked] = tieqchieq.awaiting(state);
    if (asked === undefined) throw new Error("the match had no battle");
    const before = tieqchieq.view(state, "red");
    const legal = tieqchieq.legal(before, asked.seat).filter(({ type }) => type !== "concede");
    const decided = tieqchieq.decide(state, asked.seat, legal[random(legal.length)]);
    if (decided.refused !== undefined) throw new Error(decided.refused);
    state = decided.state;
    if (decided.events.some(({ type }) => type === "battled")) {
      return { before, after: tieqchieq.view(state, "red"), state };
    }
  }
}
