import { randomFrom } from "@flower-war/rules/bots";
import { type State, tieqchieq } from "@flower-war/rules/tieqchieq";
import { expect, test } from "vitest";
import { battleBetween, battleResults, oddsOf } from "../src/games/tieqchieq/battle/odds.ts";

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
      const legal = tieqchieq.legal(before, asked.seat);
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
