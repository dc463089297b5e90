import { fold } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { expect, test } from "vitest";
import { hostedTieqchieq } from "../../src/games/index.ts";

test("a turn of Tıeqchıeq lasts from one toss to the next for the clock; an extra turn counts as a new one", () => {
  const random = randomFrom("70".repeat(32));
  let state = tieqchieq.setup({ first: "red" }, 2, "70".repeat(32));
  let turns = 0;
  for (
    let [awaited] = tieqchieq.awaiting(state);
    awaited !== undefined;
    [awaited] = tieqchieq.awaiting(state)
  ) {
    expect(hostedTieqchieq.turnOf?.(tieqchieq.view(state, "public"))).toBe(turns);
    const command = bots.tieqchieq.easy(tieqchieq.view(state, awaited.seat), random);
    const { events = [] } = tieqchieq.decide(state, awaited.seat, command);
    state = fold(tieqchieq, state, events);
    turns += events.filter(({ type }) => type === "turn-began").length;
  }
  expect(turns).toBeGreaterThan(100);
});
