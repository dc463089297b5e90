import { expect, onTestFinished, test } from "vitest";
import { groupByTurn } from "../src/game-frame/log/turns.ts";
import { nextBattle, nextTurn, previousTurn, stepsOf, turnAt } from "../src/record/steps.ts";
import { OWN_GAMES } from "../src/session/own-games.ts";
import { actionOfKey, type PlayerState, play } from "../src/replay/player.ts";

const entry = (...types: readonly string[]) => ({ seat: "east", events: types.map((type) => ({ type })) });

/** Turn 1: entries 1 to 3, turn 2: 4 and 5, turn 3: 6. */
const steps = stepsOf(
  [
    entry("rolled"),
    entry("battle-began"),
    entry("turn-began"),
    entry("rolled", "disc-earned"),
    entry("battle-began", "turn-began"),
    entry("ended"),
  ],
  "flower-war",
);

test("an entry belongs to the turn in which it was sent", () => {
  expect(steps.turns).toEqual([
    { number: 1, first: 1, last: 3 },
    { number: 2, first: 4, last: 5 },
    { number: 3, first: 6, last: 6 },
  ]);
  expect([0, 1, 3, 4, 6].map((at) => turnAt(steps, at)?.number)).toEqual([1, 1, 1, 2, 3]);
  expect(turnAt(stepsOf([], "flower-war"), 0)).toBeNull();
});

test("turns are counted as in the log: a judge's act in another seat's turn begins none, nor does an act that is taken back", () => {
  const table = (type: string, fields: object = {}) => ({ type, ...fields });
  const entriesOf = (...events: readonly (readonly [seat: string, event: { readonly type: string }])[]) =>
    events.map(([seat, event]) => ({ seat, events: [event] }));
  const inLog = (entries: ReturnType<typeof entriesOf>, game: string) => {
    const logged = entries.flatMap(({ seat, events }, i) =>
      events.map((event) => ({ key: `${i}`, n: i + 1, seat, at: 0, event })),
    );
    return groupByTurn({
      game: game as never,
      events: logged as never,
      fromBeginning: true,
      describe: ({ type }: { readonly type: string }) => type,
    });
  };
  const own = entriesOf(
    ["a", table("moved")],
    ["b", table("moved")],
    ["a", table("table-judge-named")],
    ["a", table("table-paused", { by: "judge" })],
    ["b", table("moved")],
    ["a", table("moved")],
  );
  (OWN_GAMES as Map<string, unknown>).set("checkers", {});
  onTestFinished(() => void (OWN_GAMES as Map<string, unknown>).delete("checkers"));
  const { turns } = stepsOf(own, "checkers");
  expect(turns).toEqual([
    { number: 1, first: 1, last: 1 },
    { number: 2, first: 2, last: 5 },
    { number: 3, first: 6, last: 6 },
  ]);
  expect(inLog(own, "checkers").map(({ number }) => number)).toEqual([1, 2, 3]);

  const back = entriesOf(
    ["east", table("rolled")],
    ["east", table("turn-began", { seat: "north" })],
    ["east", table("table-paused")],
    ["east", table("taken-back", { n: 2 })],
    ["east", table("rolled")],
    ["east", table("turn-began", { seat: "north" })],
    ["north", table("rolled")],
  );
  expect(stepsOf(back, "tieqchieq").turns).toEqual([
    { number: 1, first: 1, last: 6 },
    { number: 2, first: 7, last: 7 },
  ]);
  expect(inLog(back, "tieqchieq").map(({ number }) => number)).toEqual([1, 2]);
});

test("a turn is skipped to its next or its previous beginning", () => {
  expect([0, 1, 3, 4, 6].map((at) => nextTurn(steps, at))).toEqual([1, 4, 4, 6, 6]);
  expect([6, 5, 4, 3, 1, 0].map((at) => previousTurn(steps, at))).toEqual([4, 4, 1, 1, 0, 0]);
});

test("the next battle is found until there is none", () => {
  expect([0, 2, 4, 5].map((at) => nextBattle(steps, at))).toEqual([2, 5, 5, null]);
});

const at = (position: number, playing = false): PlayerState => ({ at: position, playing, speed: 1 });

test("a step stays within the match, and stops the play", () => {
  expect(play(steps, at(2, true), { type: "step", by: 1 })).toEqual(at(3));
  expect(play(steps, at(0), { type: "step", by: -1 })).toEqual(at(0));
  expect(play(steps, at(6), { type: "step", by: 1 })).toEqual(at(6));
  expect(play(steps, at(2), { type: "go", to: 99 })).toEqual(at(6));
});

test("the play goes on by itself to the end, and begins again from there", () => {
  expect(play(steps, at(4, true), { type: "tick" })).toEqual(at(5, true));
  expect(play(steps, at(5, true), { type: "tick" })).toEqual(at(6));
  expect(play(steps, at(6), { type: "tick" })).toEqual(at(6));
  expect(play(steps, at(6), { type: "toggle" })).toEqual(at(0, true));
});

test.each([
  ["ArrowRight", false, { type: "step", by: 1 }],
  ["ArrowLeft", true, { type: "turn", by: -1 }],
  [" ", false, { type: "toggle" }],
  ["Home", false, { type: "start" }],
  ["End", false, { type: "end" }],
  ["1", false, { type: "speed", speed: 0.5 }],
  ["4", false, { type: "speed", speed: 8 }],
  ["b", false, { type: "battle" }],
  ["5", false, null],
  ["x", false, null],
])("the key %j, with shift %j, asks for %j", (key, shiftKey, action) => {
  expect(actionOfKey({ key, shiftKey })).toEqual(action);
});
