import { describe, expect, test } from "vitest";
import { advise, bots, randomFrom } from "../src/bots/index.ts";
import type { Bot } from "../src/bots/bot.ts";
import { type Game, type GameTypes, games } from "../src/index.ts";
import { groupAlike } from "../src/flower-war/bots/alike.ts";
import type { Command } from "../src/flower-war/vocabulary.ts";
import { easyRecord } from "./support/records.ts";
import { position, SEED } from "./support/position.ts";

type Name = keyof typeof games;

/** A decision of a match between easy bots. */
interface Decision {
  readonly view: object;
  readonly seat: string;
  readonly seats: readonly string[];
}

/** Returns the decisions of a match with several commands beside conceding, in order. */
function decisionsIn(name: Name, count: number): readonly Decision[] {
  const game = games[name] as unknown as Game<GameTypes>;
  const { header, entries, end } = easyRecord(name, count);
  const seats = header.seats.map(({ seat }) => seat);
  let state = game.setup(header.options, count, end.seed);
  return entries.flatMap(({ seat, events }) => {
    const view = game.view(state, seat);
    const isOpen = game.legal(view, seat).filter(({ type }) => type !== "concede").length > 1;
    state = (events as GameTypes["event"][]).reduce((before, event) => game.evolve(before, event), state);
    return isOpen ? [{ view, seat, seats }] : [];
  });
}

/** Asks for advice that may take so many looks at the time. */
function adviseIn(name: Name, { view, ...seat }: Decision, looks: number) {
  let looked = 0;
  return advise(name, view, seat, randomFrom(SEED), () => looked++ / looks);
}

function middleOf(name: Name, count: number): Decision {
  const decisions = decisionsIn(name, count);
  const middle = decisions[Math.floor(decisions.length / 2)];
  if (middle === undefined) throw new Error("the match had no decision");
  return middle;
}

describe.each([
  ["flower-war", 2],
  ["flower-war", 4],
  ["mexica", 3],
  ["space-aztecs", 4],
  ["tieqchieq", 2],
] as const)("advice in %s with %i seats", (name, count) => {
  const decision = middleOf(name, count);
  const advice = adviseIn(name, decision, 60);
  const game = games[name] as unknown as Game<GameTypes>;

  test("is the two commands that the strong bot judges best, and they are legal", () => {
    expect(advice).toHaveLength(2);
    const legal = game.legal(decision.view, decision.seat);
    for (const { command } of advice) expect(legal).toContainEqual(command);
    let looked = 0;
    const strong = bots[name].strong as unknown as Bot<GameTypes>;
    const command = strong(decision.view, randomFrom(SEED), () => looked++ / 60 < 0.3);
    expect(advice[0]?.command).toEqual(command);
  });

  test("has a chance with its margin, and what follows, as the seat sees it", () => {
    for (const { chance, margin, follows } of advice) {
      expect(chance).toBeGreaterThan(0);
      expect(chance).toBeLessThan(1);
      expect(margin).toBeGreaterThan(0);
      expect(follows.length).toBeGreaterThan(0);
      const shares = follows.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((one, other) => other - one));
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.1);
      expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    }
  });

  test("is the same with the same numbers, and surer with more time", () => {
    expect(adviseIn(name, decision, 60)).toEqual(advice);
    expect(adviseIn(name, decision, 8)[0]?.margin).toBeGreaterThan(advice[0]?.margin ?? 1);
  });
});

test("advice is given however short its time is, and tries each command once then", () => {
  const advice = adviseIn("tieqchieq", middleOf("tieqchieq", 2), 0);
  expect(advice).toHaveLength(2);
  // One try, and four more that both seats share.
  for (const { chance } of advice) expect([2 / 5, 3 / 5]).toContain(chance);
});

test("the second command comes to something else than the first: of equal cards one is advised", () => {
  const hand = ["spring-rain", "spring-rain", "spring-rain"];
  const state = position({ seats: 2, asks: "cards", tribes: { east: { hand } } });
  const view = games["flower-war"].view(state, "east");
  const advice = adviseIn("flower-war", { view, seat: "east", seats: state.table.seats }, 9);
  const commands = advice.map(({ command }) => command as Command);
  expect(commands).toHaveLength(2);
  expect(groupAlike(commands, view.hand)).toHaveLength(2);
});

test("an event that comes several times in a try has its share of the tries", () => {
  for (const decision of decisionsIn("flower-war", 4).filter((_, i) => i % 35 === 0)) {
    for (const { follows } of adviseIn("flower-war", decision, 3))
      for (const { share } of follows) expect(share).toBeLessThanOrEqual(1);
  }
});

test("advice thinks a chance higher, the nearer the seat that wins is to its end", () => {
  const { end } = easyRecord("tieqchieq", 2);
  const own = decisionsIn("tieqchieq", 2).filter(({ seat }) => seat === Reflect.get(end.outcome, "winner"));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) throw new Error("the winner had no decision");
  const chanceIn = (decision: Decision) => adviseIn("tieqchieq", decision, 100)[0]?.chance ?? 0;
  expect(chanceIn(last)).toBeGreaterThan(0.8);
  expect(chanceIn(last)).toBeGreaterThan(chanceIn(first));
});

test("a seat that is not awaited is not advised", () => {
  const { view, seat, seats } = middleOf("tieqchieq", 2);
  const other = seats.find((each) => each !== seat) ?? "";
  expect(() => adviseIn("tieqchieq", { view: { ...view, seat: other }, seat: other, seats }, 9)).toThrow(
    "awaited",
  );
});
