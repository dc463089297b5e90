import { expect, test } from "vitest";
import { randomFrom } from "../../src/bots/index.ts";
import { type Event, type Seat, type State, tieqchieq } from "../../src/tieqchieq/index.ts";
import { answersOf } from "../../src/tieqchieq/legal.ts";
import { findFaults, findFaultsOf } from "./invariants.ts";

/** Plays a match of random answers. */
function playMatch(n: number, onEvent: (before: State, event: Event, after: State) => void): State {
  const random = randomFrom(n.toString(16).padStart(64, "1"));
  let state = tieqchieq.setup({ first: "random" }, 2, n.toString(16).padStart(64, "0"));
  for (
    let [awaited] = tieqchieq.awaiting(state);
    awaited !== undefined;
    [awaited] = tieqchieq.awaiting(state)
  ) {
    const commands = answersOf(state.table, awaited.seat);
    const { events = [] } = tieqchieq.decide(state, awaited.seat, commands[random(commands.length)]);
    for (const event of events) {
      const before = state;
      state = tieqchieq.evolve(state, event);
      onEvent(before, event, state);
    }
    const faults = findFaults(state);
    if (faults.length > 0) throw new Error(`match ${n}: ${faults.join("; ")}`);
  }
  return state;
}

/**
 * The canon's figures come from more than 2,000 other matches. These matches are fewer and always the same, so they
 * only come near them.
 */
test("sections 13 and 16: in random matches the invariants hold, and the figures are the canon's", () => {
  const wins: Record<Seat, number> = { red: 0, yellow: 0 };
  const sums = { turns: 0, tosses: 0, battles: 0, losersHome: 0 };
  const types = new Set<string>();
  const matches = 400;
  for (let n = 0; n < matches; n += 1) {
    sums.turns += 1;
    const { table } = playMatch(n, (before, event, after) => {
      const faults = findFaultsOf(before, event, after);
      if (faults.length > 0) throw new Error(`match ${n}, ${event.type}: ${faults.join("; ")}`);
      types.add(event.type);
      if (event.type === "turn-began" && !event.extra) sums.turns += 1;
      if (event.type === "battled") sums.battles += 1;
    });
    sums.tosses += table.tosses;
    const { winner, home } = table.outcome ?? {};
    if (winner == null || home === undefined) throw new Error("no seat won");
    wins[winner] += 1;
    sums.losersHome += Math.min(home.red, home.yellow);
  }
  const about = (figure: number, part: number) => [figure * (1 - part), figure * (1 + part)] as const;
  const within = (value: number, [low, high]: readonly [number, number]) => {
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  };
  within(sums.turns / matches, about(125, 0.04));
  within(sums.tosses / matches, about(162, 0.04));
  within(sums.battles / matches, about(6.7, 0.1));
  within(sums.losersHome / matches, about(4, 0.1));
  within(wins.red / matches, about(0.5, 0.15));
  expect([...types].toSorted()).toEqual([
    "battled",
    "came-home",
    "ended",
    "introduced",
    "moved",
    "plus-reached",
    "stayed",
    "tossed",
    "turn-began",
  ]);
});
