import { fold } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { expect, test } from "vitest";
import { hostedTieqchieq } from "../src/games/tieqchieq/index.ts";

test("a turn of Tıeqchıeq, for its clock, lasts from one toss to the next, an extra turn is a new one", () => {
  const random = randomFrom("70".repeat(32));
  let state = tieqchieq.setup({ first: "red" }, 2, "70".repeat(32));
  let turns = 0;
  for (let [asked] = tieqchieq.awaiting(state); asked !== undefined; [asked] = tieqchieq.awaiting(state)) {
    expect(hostedTieqchieq.turnOf?.(tieqchieq.view(state, "public"))).toBe(turns);
    const command = bots.tieqchieq.easy(tieqchieq.view(state, asked.seat), random);
    const { events = [] } = tieqchieq.decide(state, asked.seat, command);
    state = fold(tieqchieq, state, events);
    turns += events.filter(({ type }) => type === "turn-began").length;
  }
  expect(turns).toBeGreaterThan(100);
});
