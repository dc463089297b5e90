import type { Square, Table, Tokens, View } from "@flower-war/client-sdk/tieqchieq";
import { randomFrom } from "@flower-war/rules/bots";
import { type State, tieqchieq } from "@flower-war/rules/tieqchieq";
import { describe, expect, test } from "vitest";
import { choicesOf, plusWayOf, prospectsOf, wayOf } from "../src/games/tieqchieq/acts.ts";
import { choiceAt, marksOf } from "../src/games/tieqchieq/cells.ts";

const tokens = (at: readonly Square[], home = 0): Tokens => ({ reserve: 6 - at.length - home, at, home });

function actTable(roll: number, red: Tokens, yellow: Tokens = tokens([])): Table {
  const { table } = tieqchieq.view(tieqchieq.setup({ first: "red" }, 2, "00".repeat(32)), "red");
  return { ...table, phase: "act", roll, tokens: { red, yellow } };
}

const choices = (table: Table) => {
  const view: View = { table, seat: "red" };
  return choicesOf(view, tieqchieq.legal(view, "red"));
};

describe("ways (canon sections 6 and 7)", () => {
  test("each square entered has its price, and enemy territory costs 3", () => {
    const table = actTable(4, tokens(["e4"]), tokens(["d5"]));
    expect(wayOf(table, "red", { type: "move", from: "e4" })).toEqual({
      entered: [
        { place: "e5", cost: 1 },
        { place: "d5", cost: 3 },
      ],
      to: "d5",
      landing: "battle",
      next: null,
    });
  });

  test("a plus says where it may lead, and is a plain square when the way on is not free", () => {
    expect(wayOf(actTable(1, tokens(["e1"])), "red", { type: "move", from: "e1" })).toMatchObject({
      landing: "plus",
      next: "e3",
    });
    expect(wayOf(actTable(1, tokens(["e1", "e3"])), "red", { type: "move", from: "e1" })).toMatchObject({
      landing: "plain",
      next: null,
    });
  });

  test("a token that comes home ends on its X", () => {
    const way = wayOf(actTable(4, tokens(["c5"])), "red", { type: "move", from: "c5" });
    expect(way).toMatchObject({ to: "b2", landing: "home" });
    expect(way?.entered.map(({ place }) => place)).toEqual(["c4", "c3", "b3", "b2"]);
  });

  test("before the toss each roll says where it would lead, as in the canon's table", () => {
    const table = actTable(1, tokens(["e3"]));
    const led = prospectsOf(table, "red", { type: "move", from: "e3" }).map(({ way }) => way?.to ?? null);
    expect(led).toEqual([null, null, "e4", "e5"]);
  });

  test("a plus that waits leads one square on", () => {
    const table: Table = { ...actTable(4, tokens(["c5"])), phase: "plus", plusAt: "c5" };
    expect(plusWayOf(table)).toMatchObject({ to: "c4", landing: "plain" });
    expect(plusWayOf(actTable(1, tokens([])))).toBeNull();
  });
});

describe("choices", () => {
  test("acts that are possible are numbered, the others say why they are not", () => {
    const listed = choices(actTable(4, tokens(["b1", "e4", "c5", "c4"], 1), tokens(["d5"])));
    expect(listed.map(({ act, number }) => [act.type === "move" ? act.from : "new", number])).toEqual([
      ["new", 1],
      ["b1", 2],
      ["e4", 3],
      ["c5", 4],
      ["c4", null],
    ]);
    expect(listed.at(-1)?.reason).toMatchObject({ code: "not-beyond-home", values: { left: 3, roll: 4 } });
  });

  test("a cell means the act of its token, or in turn those that end there", () => {
    // With a 3 and with a 4 left over both tokens end on the ring.
    const listed = choices(actTable(3, tokens(["d1", "e1", "e2"], 3)));
    const ending = listed.filter(({ way }) => way?.to === "e3");
    expect(ending.length).toBeGreaterThan(1);
    const [first, second] = ending;
    expect(choiceAt("e3", listed, "red", null)).toBe(first);
    expect(choiceAt("e3", listed, "red", first ?? null)).toBe(second);
    expect(choiceAt("e2", listed, "red", null)?.act).toEqual({ type: "move", from: "e2" });
    expect(choiceAt("a5", listed, "red", null)).toBeNull();
  });

  test("the board marks tokens, goals and the chosen way", () => {
    const listed = choices(actTable(2, tokens(["c4", "b3"], 2)));
    const marks = marksOf(listed, "red", listed[0] ?? null);
    expect(marks.movable.get("start-red")).toBe(1);
    expect(marks.stuck).toEqual(new Set(["c4", "b3"]));
    expect(marks.chosen).toMatchObject({ from: "start-red", number: 1 });
    expect([...marks.goals.keys()]).toEqual(["b1"]);
  });
});

test("in whole matches every legal act is a choice, and its way is where the rules take it", () => {
  for (const byte of ["11", "2a", "7e"]) {
    const random = randomFrom(byte.repeat(32));
    let state: State = tieqchieq.setup({ first: "random" }, 2, byte.repeat(32));
    for (let [asked] = tieqchieq.awaiting(state); asked !== undefined; [asked] = tieqchieq.awaiting(state)) {
      const view = tieqchieq.view(state, asked.seat);
      const legal = tieqchieq.legal(view, asked.seat).filter(({ type }) => type !== "concede");
      const listed = choicesOf(view, legal);
      const open = listed.filter(({ number }) => number !== null).map(({ act }) => act);
      if (view.table.phase === "act") expect(open).toEqual(legal);
      for (const { number, way, reason } of listed) {
        expect([way !== null, reason === null]).toEqual([number !== null, number !== null]);
      }
      const command = legal[random(legal.length)];
      const decided = tieqchieq.decide(state, asked.seat, command);
      if (decided.refused !== undefined) throw new Error(decided.refused);
      const way =
        command?.type === "plus"
          ? command.step
            ? plusWayOf(view.table)
            : null
          : (listed.find(({ act }) => JSON.stringify(act) === JSON.stringify(command))?.way ?? null);
      if (way !== null) {
        const arrived = decided.events.some(
          (event) => event.type === "came-home" || ("to" in event && event.to === way.to),
        );
        expect(arrived).toBe(true);
        expect(decided.events.some(({ type }) => type === "battled")).toBe(way.landing === "battle");
        if (way.landing !== "battle") {
          expect(decided.events.some(({ type }) => type === "plus-reached")).toBe(way.landing === "plus");
        }
      }
      state = decided.state;
    }
  }
});
