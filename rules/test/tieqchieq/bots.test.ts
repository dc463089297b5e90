import { describe, expect, test } from "vitest";
import { type Bot, bots, limitThoughts, randomFrom } from "../../src/bots/index.ts";
import { type Seat, type State, type Tieqchieq, tieqchieq } from "../../src/tieqchieq/index.ts";
import { play, position, rolled, SEED } from "./position.ts";

const { easy, skilled, strong } = bots.tieqchieq;

/** Returns the commands of a bot in so many tries. */
function answers(bot: Bot<Tieqchieq>, state: State, times: number): readonly string[] {
  const random = randomFrom(SEED);
  const view = tieqchieq.view(state, state.table.turn);
  const commands = Array.from({ length: times }, () =>
    Object.values(bot(view, random, limitThoughts(1))).join(" "),
  );
  return [...new Set(commands)].toSorted();
}

/** Returns the winner of a match between two bots. */
function winner(players: { readonly [S in Seat]: Bot<Tieqchieq> }, seed: string): Seat | null | undefined {
  const random = randomFrom(seed);
  let state = tieqchieq.setup({ first: "random" }, 2, seed);
  while (tieqchieq.outcome(state) === null) {
    const { turn } = state.table;
    state = play(state, players[turn](tieqchieq.view(state, turn), random, limitThoughts(1)));
  }
  return tieqchieq.outcome(state)?.winner;
}

const plus = play(rolled(4, { red: { at: "e5" } }), { type: "move", from: "e5" });

describe("the easy bot", () => {
  test("tosses, plays any token, and goes on from a plus or stays", () => {
    expect(answers(easy, position({}), 5)).toEqual(["toss"]);
    expect(answers(easy, rolled(2, { red: { at: "d1 d5" } }), 100)).toEqual([
      "introduce",
      "move d1",
      "move d5",
    ]);
    expect(answers(easy, plus, 100)).toEqual(["plus false", "plus true"]);
  });

  test("prefers rings, battles and home", () => {
    const random = randomFrom(SEED);
    const state = rolled(1, { red: { at: "b1 c1 d1 e2" } });
    const view = tieqchieq.view(state, "red");
    const commands = Array.from({ length: 300 }, () => easy(view, random));
    const onRing = commands.filter(
      (command) => command.type === "introduce" || ("from" in command && command.from === "e2"),
    );
    expect(onRing.length).toBeGreaterThan(180);
    expect(onRing.length).toBeLessThan(300);
  });
});

describe("the skilled bot", () => {
  test.each([
    ["brings a token home", rolled(1, { red: { at: "c1 b3", home: 4 } }), "move b3"],
    ["crosses the border with a 4", rolled(4, { red: { at: "a1 e3" } }), "move e3"],
    ["battles a token on its way", rolled(4, { red: { at: "a1 e5" }, yellow: { at: "c5" } }), "move e5"],
  ])("%s", (_, state, answer) => {
    expect(answers(skilled, state, 1)).toEqual([answer]);
  });

  test("draws nothing, and returns the same command for the same view", () => {
    const state = rolled(2, { red: { at: "a1 d1 d5" }, yellow: { at: "e5 a3" } });
    const view = tieqchieq.view(state, "red");
    const noChance = () => {
      throw new Error("it drew");
    };
    expect(skilled(view, noChance, noChance)).toEqual(skilled(structuredClone(view), noChance, noChance));
  });

  test("beats the easy bot in at least 75 % of matches, seats swapped", () => {
    let won = 0;
    const pairs = 20;
    for (let n = 0; n < pairs; n += 1) {
      const seed = n.toString(16).padStart(64, "0");
      won += Number(winner({ red: skilled, yellow: easy }, seed) === "red");
      won += Number(winner({ red: easy, yellow: skilled }, seed) === "yellow");
    }
    expect(won / (2 * pairs)).toBeGreaterThanOrEqual(0.75);
  });
});

describe("the strong bot", () => {
  const view = tieqchieq.view(rolled(1, { red: { at: "e4" }, yellow: { at: "c5 c2" } }), "red");
  const play = (thoughts: number) => strong(view, randomFrom(SEED), limitThoughts(thoughts));

  test("plays like the skilled one while it has no time for a second thought", () => {
    expect(play(1)).toEqual({ type: "move", from: "e4" });
    expect(skilled(view, randomFrom(SEED), limitThoughts(1))).toEqual(play(1));
  });

  test("sees with more time that the turn after the next is better without", () => {
    expect(play(2)).toEqual({ type: "move", from: "e4" });
    expect(play(3)).toEqual({ type: "introduce" });
  });
});

test.each(["easy", "skilled", "strong"] as const)(
  "the %s bot plays only while its seat is awaited",
  (kind) => {
    const random = randomFrom(SEED);
    for (const viewer of ["yellow", "public"] as const) {
      const view = tieqchieq.view(position({}), viewer);
      expect(() => bots.tieqchieq[kind](view, random, limitThoughts(1))).toThrow();
    }
  },
);
