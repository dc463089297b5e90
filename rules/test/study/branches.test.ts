import { describe, expect, test } from "vitest";
import { bots, randomFrom } from "../../src/bots/index.ts";
import { estimate } from "../../src/bots/index.ts";
import { DECKS, type State } from "../../src/flower-war/index.ts";
import { begin, type Game, type GameTypes, games } from "../../src/index.ts";
import { type BranchData, Branches, hasBranches } from "../../src/study/index.ts";
import { easyRecord } from "../support/records.ts";

const SEED = "a1".repeat(32);
const OTHER_SEED = "b2".repeat(32);
const NAMES = ["flower-war", "mexica", "space-aztecs", "tieqchieq"] as const;

/** Reads a match that easy bots have played, as a line of positions. */
function playedLine(name: (typeof NAMES)[number]) {
  const { header, entries, end } = easyRecord(name, 2);
  const game = games[name] as unknown as Game<GameTypes>;
  const states = [begin(game, { ...header, seed: end.seed })];
  for (const { events } of entries)
    states.push(
      (events as { type: string }[]).reduce((state, event) => game.evolve(state, event), states.at(-1) ?? {}),
    );
  const state = (n: number) => states[n] ?? {};
  const match = { length: entries.length, state };
  return {
    game,
    match,
    seats: header.seats.map(({ seat }) => seat),
    branches: () => new Branches(game, name, match),
  };
}

/** Plays steps at the end of a branch as an easy bot, and returns it with them. */
function playOn(
  name: (typeof NAMES)[number],
  { game, branches }: ReturnType<typeof playedLine>,
  data: BranchData,
  earlier: readonly BranchData[],
  count: number,
): BranchData {
  const easy = bots[name].easy as (
    view: object,
    random: (n: number) => number,
    more: () => boolean,
  ) => object;
  const random = randomFrom("c3".repeat(32));
  const branch = branches().branch(data.id, [...earlier, data]);
  if (branch === null) throw new Error("no such branch");
  const steps = [...data.steps];
  for (let step = 0; step < count; step += 1) {
    const [awaited] = game.awaiting(branch.state(branch.length));
    if (awaited === undefined) break;
    const command = easy(game.view(branch.state(branch.length), awaited.seat), random, () => false);
    expect(branch.play(awaited.seat, command).events).toBeDefined();
    steps.push({ seat: awaited.seat, command });
  }
  return { ...data, steps };
}

describe.each(NAMES)("a branch of a match of %s", (name) => {
  const line = playedLine(name);
  const middle = Math.floor(line.match.length / 2);
  const empty = { id: "b1", from: { line: "", n: middle }, seed: SEED, steps: [] };
  const data = playOn(name, line, empty, [], 12);

  test("begins from what every seat and spectators saw there", () => {
    const branch = line.branches().branch("b1", [empty]);
    for (const viewer of [...line.seats, "public"])
      expect(line.game.view(branch?.state(0) ?? {}, viewer)).toEqual(
        line.game.view(line.match.state(middle), viewer),
      );
  });

  test("leads to the same positions wherever it is played, at once or step by step", () => {
    const whole = line.branches().branch("b1", [data]);
    const growing = line.branches();
    for (let n = 0; n <= data.steps.length; n += 1)
      growing.branch("b1", [{ ...data, steps: data.steps.slice(0, n) }]);
    const grown = growing.branch("b1", [data]);
    expect(whole?.length).toBe(data.steps.length);
    expect(grown?.entries).toEqual(whole?.entries);
    expect(grown?.state(data.steps.length)).toEqual(whole?.state(data.steps.length));
  });

  test("is refused with the code of the rules where a command is illegal, and stays as it was", () => {
    const branch = line.branches().branch("b1", [data]);
    const [awaited] = line.game.awaiting(branch?.state(branch.length) ?? {});
    if (branch === null || awaited === undefined) throw new Error("the branch has no next decision");
    const other = line.seats.find((seat) => seat !== awaited.seat) ?? "";
    const before = branch.state(branch.length);
    expect(branch.play(awaited.seat, { type: "no-such" })).toMatchObject({ refused: "malformed" });
    const command = line.game
      .legal(line.game.view(before, awaited.seat), awaited.seat)
      .find(({ type }) => type !== "concede");
    const isAlone = line.game.awaiting(before).every(({ seat }) => seat === awaited.seat);
    if (isAlone) expect(branch.play(other, command)).toMatchObject({ refused: expect.any(String) });
    expect(branch.length).toBe(data.steps.length);
    expect(branch.state(branch.length)).toBe(before);
  });

  test("with a step that the rules refuse is none", () => {
    const steps = [...data.steps, { seat: line.seats[0] ?? "", command: { type: "no-such" } }];
    expect(line.branches().branch("b1", [{ ...data, steps }])).toBeNull();
  });

  test("begins from an earlier branch too, but from none that is missing, later or itself", () => {
    const second = playOn(
      name,
      line,
      { id: "b2", from: { line: "b1", n: 5 }, seed: OTHER_SEED, steps: [] },
      [data],
      3,
    );
    expect(line.branches().branch("b2", [data, second])?.length).toBe(second.steps.length);
    expect(line.branches().branch("b2", [second, data])).toBeNull();
    expect(line.branches().branch("b2", [second])).toBeNull();
    expect(line.branches().branch("b1", [{ ...data, from: { line: "b1", n: 0 } }])).toBeNull();
    expect(line.branches().branch("b1", [{ ...data, from: { line: "", n: 100_000 } }])).toBeNull();
  });

  test("has each seat's chance to come first from its positions, which add up to one", () => {
    const state = line.branches().branch("b1", [data])?.state(data.steps.length) ?? {};
    let spent = 0;
    const [known] = [...estimate(name, state, line.seats, randomFrom(SEED), () => (spent += 0.2))].slice(-1);
    const chances = Object.values(known?.chances ?? {}).map(({ chance }) => chance);
    expect(chances).toHaveLength(line.seats.length);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
    if (known?.best) {
      const { seat, command } = known.best;
      expect(line.game.decide(state, seat, command).events).toBeDefined();
    }
  });
});

test("the end of a match is certain: it is not played on", () => {
  const { match, game, seats } = playedLine("tieqchieq");
  const known = [...estimate("tieqchieq", match.state(match.length), seats, randomFrom(SEED), () => 0)];
  expect(known).toHaveLength(1);
  const winner = (game.outcome(match.state(match.length)) as { winner?: string }).winner ?? "";
  expect(known[0]).toMatchObject({ chances: { [winner]: { chance: 1, margin: 0 } }, best: null });
});

test("in a branch of Flower War the cards left in each deck are the same, in another order, and the dice are others", () => {
  const { match, branches } = playedLine("flower-war");
  const from = { line: "", n: 10 };
  const stateOf = (seed: string) =>
    branches()
      .branch("b1", [{ id: "b1", from, seed, steps: [] }])
      ?.state(0) as State;
  const [own, one, other] = [match.state(10) as State, stateOf(SEED), stateOf(OTHER_SEED)];
  for (const deck of DECKS) {
    const left = own.table.decks[deck];
    const cardsOf = (state: State) => state.hidden.decks[deck].slice(0, left);
    expect(cardsOf(one).toSorted()).toEqual(cardsOf(own).toSorted());
    if (left > 5) expect(cardsOf(one)).not.toEqual(cardsOf(own));
  }
  expect(new Set([own, one, other].map(({ hidden }) => hidden.seed)).size).toBe(3);
});

test("only the project's own games have branches", () => {
  expect(NAMES.every(hasBranches)).toBe(true);
  expect(hasBranches("chess")).toBe(false);
  expect(hasBranches("toString")).toBe(false);
});

test("branches that were removed are forgotten: one of the same id and seed is played anew", () => {
  const line = playedLine("tieqchieq");
  const data = (id: string): BranchData => ({ id, from: { line: "", n: 0 }, seed: SEED, steps: [] });
  const branches = line.branches();
  const [first, second] = [data("b1"), data("b2")];
  const known = branches.branch("b1", [first]);
  expect(branches.branch("b1", [first, second])).toBe(known);
  branches.branch("b2", [second]);
  branches.branch("b2", [second]);
  expect(branches.branch("b1", [first])).not.toBe(known);
});

test("branches that begin from others stay known when a later one is played", () => {
  const line = playedLine("tieqchieq");
  const branches = line.branches();
  const first = playOn(
    "tieqchieq",
    line,
    { id: "b1", from: { line: "", n: 0 }, seed: SEED, steps: [] },
    [],
    2,
  );
  const second: BranchData = { id: "b2", from: { line: "b1", n: 2 }, seed: SEED, steps: [] };
  const third: BranchData = { ...second, id: "b3", from: { line: "b2", n: 0 } };
  const all = [first, second, third];
  const known = all.map(({ id }) => branches.branch(id, all));
  expect(branches.branch("b3", all)).toBe(known[2]);
  expect(all.map(({ id }) => branches.branch(id, all))).toEqual(known);
});
