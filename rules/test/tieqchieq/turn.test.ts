import { describe, expect, test } from "vitest";
import { ChanceReader } from "../../src/chance.ts";
import { type Seat, tieqchieq } from "../../src/tieqchieq/index.ts";
import { answers, eventsOf, play, position, refusal, rolled, SEED, short } from "./position.ts";

describe("sections 1, 4 and 12, the beginning", () => {
  test.each<Seat>(["red", "yellow"])("first %s: all tokens in reserve, nothing drawn", (first) => {
    const { table, hidden } = tieqchieq.setup({ first }, 2, SEED);
    expect(hidden).toEqual({ seed: SEED, chance: 0 });
    const tokens = { reserve: 6, at: [], home: 0 };
    expect(table).toEqual({
      options: { first },
      tokens: { red: tokens, yellow: tokens },
      phase: "toss",
      turn: first,
      roll: 0,
      plusAt: null,
      tosses: 0,
      coins: [],
      battle: null,
      outcome: null,
    });
  });

  test("first random: one coin is drawn, 0 is red, 1 yellow", () => {
    const seeds = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(64, "0"));
    const firsts = seeds.map((seed) => {
      const reader = new ChanceReader(seed);
      const first = reader.below(2) === 0 ? "red" : "yellow";
      const { table, hidden } = tieqchieq.setup({ first: "random" }, 2, seed);
      expect(table.turn).toBe(first);
      expect(hidden.chance).toBe(reader.position);
      return table.turn;
    });
    expect(new Set(firsts).size).toBe(2);
  });

  test("both seats play, red first", () => {
    expect(tieqchieq.seats).toEqual({ min: 2, max: 2, default: 2 });
    expect(tieqchieq.seatsFor(2)).toEqual(["red", "yellow"]);
  });

  test("a toss draws four coins, a battle two, and nothing else is random", () => {
    const start = position({ red: { at: "e4" }, yellow: { at: "e5" }, coins: [0, 1, 0, 0, 1, 0] });
    const tossed = play(start, { type: "toss" });
    expect(tossed.hidden.chance).toBe(start.hidden.chance + 4);
    const battled = play(tossed, { type: "move", from: "e4" });
    expect(battled.hidden.chance).toBe(start.hidden.chance + 6);
    const introduced = play(tossed, { type: "introduce" });
    expect(introduced.hidden.chance).toBe(tossed.hidden.chance);
  });
});

describe("section 5, the turn", () => {
  test("what follows from a toss, an act and a plus", () => {
    const wanted = { red: { at: "e5" } };
    expect(eventsOf(rolled(4, wanted), { type: "move", from: "e5" })).toEqual([
      { type: "moved", seat: "red", from: "e5", to: "c5" },
      { type: "plus-reached", seat: "red", at: "c5" },
    ]);
    const plus = play(rolled(4, wanted), { type: "move", from: "e5" });
    expect(eventsOf(plus, { type: "plus", step: false })).toEqual([
      { type: "stayed", seat: "red", at: "c5" },
      { type: "turn-began", seat: "yellow", extra: false },
    ]);
    expect(eventsOf(plus, { type: "plus", step: true })).toEqual([
      { type: "moved", seat: "red", from: "c5", to: "c4" },
      { type: "turn-began", seat: "yellow", extra: false },
    ]);
    expect(eventsOf(rolled(1, {}), { type: "introduce" })).toEqual([
      { type: "introduced", seat: "red", to: "a1" },
      { type: "turn-began", seat: "red", extra: true },
    ]);
  });

  test("only the seat in turn decides, and only what its phase asks for", () => {
    const toss = position({});
    const act = rolled(2, { red: { at: "e3" } });
    const plus = play(rolled(4, { red: { at: "e5" } }), { type: "move", from: "e5" });
    expect(tieqchieq.awaiting(toss)).toEqual([{ seat: "red", decision: "toss" }]);
    expect(tieqchieq.awaiting(act)).toEqual([{ seat: "red", decision: "act" }]);
    expect(tieqchieq.awaiting(plus)).toEqual([{ seat: "red", decision: "plus" }]);
    for (const state of [toss, act, plus]) {
      expect(tieqchieq.legal(tieqchieq.view(state, "yellow"), "yellow")).toEqual([{ type: "concede" }]);
    }
    expect(answers(toss)).toEqual(["toss"]);
    expect(answers(act)).toEqual(["introduce"]);
    expect(answers(plus)).toEqual(["plus true", "plus false"]);
  });

  test("the coins of the last toss and the last battle stay visible", () => {
    const state = play(rolled(2, { yellow: { at: "b1" } }, [1, 1]), { type: "introduce" });
    expect(state.table).toMatchObject({
      phase: "toss",
      roll: 0,
      coins: [1, 1, 0, 0],
      battle: { attacker: "red", square: "b1", coins: [1, 1], winner: "yellow" },
      tosses: 1,
    });
  });
});

describe("refusals, in the order of section 5", () => {
  const over = play(rolled(1, { red: { at: "b3", home: 5 } }), { type: "move", from: "b3" });
  const act = rolled(1, { red: { at: "a1 e3" }, yellow: { at: "d3" } });

  test.each([
    ["nothing", undefined],
    ["no object", "toss"],
    ["an unknown command", { type: "pass" }],
    ["a move from nowhere", { type: "move" }],
    ["a move from where no square is", { type: "move", from: "b4" }],
    ["a move from X", { type: "move", from: "b2" }],
    ["a plus that says neither", { type: "plus", step: "yes" }],
  ])("malformed: %s, also when the match is over", (_, command) => {
    expect(refusal(act, command)).toBe("malformed");
    expect(tieqchieq.decide(over, null, command).refused).toBe("malformed");
  });

  test("match-over comes before not-seated", () => {
    expect(tieqchieq.decide(over, null, { type: "toss" }).refused).toBe("match-over");
    expect(tieqchieq.decide(over, "red", { type: "toss" }).refused).toBe("match-over");
  });

  test("not-seated comes before not-your-decision, and that before wrong-phase", () => {
    expect(tieqchieq.decide(act, null, { type: "toss" }).refused).toBe("not-seated");
    expect(tieqchieq.decide(act, "yellow", { type: "toss" }).refused).toBe("not-your-decision");
    expect(refusal(act, { type: "toss" })).toBe("wrong-phase");
    expect(refusal(act, { type: "plus", step: true })).toBe("wrong-phase");
    expect(refusal(position({ red: { at: "e3" } }), { type: "move", from: "a1" })).toBe("wrong-phase");
  });

  test("no-token: an empty reserve, a square without an own token", () => {
    expect(refusal(act, { type: "move", from: "c5" })).toBe("no-token");
    expect(refusal(act, { type: "move", from: "d3" })).toBe("no-token");
    const noReserve = rolled(1, { red: { at: "a1", home: 5 } });
    expect(refusal(noReserve, { type: "introduce" })).toBe("no-token");
  });

  test("no-move and blocked", () => {
    expect(refusal(act, { type: "move", from: "e3" })).toBe("no-move");
    expect(refusal(act, { type: "introduce" })).toBe("blocked");
    expect(refusal(act, { type: "move", from: "a1" })).toBeNull();
  });

  test("fields that a command does not need are left out", () => {
    const { command } = tieqchieq.decide(act, "red", { type: "move", from: "a1", to: "e5", roll: 4 });
    expect(command).toEqual({ type: "move", from: "a1" });
  });

  test("a refusal changes nothing", () => {
    const before = structuredClone(act);
    for (const seat of ["red", "yellow", null] as const) {
      for (const type of ["toss", "introduce", "pass"]) tieqchieq.decide(act, seat, { type });
    }
    expect(act).toEqual(before);
  });
});

describe("section 7, landing", () => {
  test("a ring or plus has no effect for an attacker that loses on it, nor for the defender", () => {
    const state = play(rolled(1, { red: { at: "e4" }, yellow: { at: "e5" } }, [1, 1]), {
      type: "move",
      from: "e4",
    });
    expect(short(state)).toBe("res 6 | e5 res 5 | yellow toss");
  });

  test("a plus of the other colour does nothing", () => {
    expect(short(play(rolled(3, {}), { type: "introduce" }))).toBe("c1 res 5 | res 6 | yellow toss");
  });

  test("reaching X gives no extra turn, and the others may still move", () => {
    const state = play(rolled(1, { red: { at: "a1 b3" } }), { type: "move", from: "b3" });
    expect(short(state)).toBe("a1 res 4 home 1 | res 6 | yellow toss");
  });

  test("a token may stay on the sun while others are moved", () => {
    const state = play(rolled(1, { red: { at: "b1 c3" } }), { type: "move", from: "b1" });
    expect(short(state)).toBe("c1 c3 res 4 | res 6 | yellow toss");
  });
});

describe("section 9, the safety stop", () => {
  test.each([
    ["more tokens home", { red: { at: "a1", home: 1 }, yellow: { at: "d3" } }, "red"],
    ["the larger sum of steps", { red: { at: "a1", home: 1 }, yellow: { at: "d5", home: 1 } }, "yellow"],
    ["nothing", { red: { at: "c1" }, yellow: { at: "c5" } }, null],
  ] as const)("when the turn would pass after 1,000 tosses: decided by %s", (_, placed, winner) => {
    const state = rolled(0, { ...placed, tosses: 999 });
    expect(tieqchieq.outcome(state)).toMatchObject({ by: "tosses", winner });
    expect(tieqchieq.awaiting(state)).toEqual([]);
  });

  test("one toss before that the turn passes", () => {
    expect(short(rolled(0, { tosses: 998 }))).toBe("res 6 | res 6 | yellow toss");
  });

  test("an extra turn is still played, and the match ends after it", () => {
    const extra = play(rolled(1, { tosses: 999 }), { type: "introduce" });
    expect(short(extra)).toBe("a1 res 5 | res 6 | red toss");
    let state = extra;
    while (tieqchieq.outcome(state) === null)
      state = play(state, tieqchieq.fallback(state, state.table.turn));
    expect(tieqchieq.outcome(state)).toMatchObject({ by: "tosses" });
    expect(state.table.tosses).toBeGreaterThan(1000);
  });

  test("the sixth token home still wins", () => {
    const state = play(rolled(1, { red: { at: "b3", home: 5 }, tosses: 999 }), { type: "move", from: "b3" });
    expect(tieqchieq.outcome(state)).toMatchObject({ by: "home", winner: "red" });
  });
});

describe("section 10, the public view", () => {
  test("the whole table, but not where coins come from", () => {
    const state = rolled(1, { red: { at: "e4" }, yellow: { at: "e5" } }, [1, 0]);
    for (const viewer of ["red", "yellow", "public"] as const) {
      expect(tieqchieq.view(state, viewer)).toEqual({
        table: state.table,
        seat: viewer === "public" ? null : viewer,
      });
      for (const event of eventsOf(state, { type: "move", from: "e4" })) {
        expect(tieqchieq.redact(event, viewer)).not.toHaveProperty("chance");
      }
    }
    const [moved, battled] = eventsOf(state, { type: "move", from: "e4" });
    expect(moved && tieqchieq.redact(moved, "yellow")).toEqual(moved);
    expect(battled && tieqchieq.redact(battled, "public")).toEqual({
      type: "battled",
      battle: { attacker: "red", square: "e5", coins: [1, 0], winner: "red" },
    });
  });

  test("a redacted event cannot be folded", () => {
    const [tossed] = eventsOf(position({}), { type: "toss" });
    if (tossed === undefined) throw new Error("nothing was tossed");
    const seen = tieqchieq.redact(tossed, "red");
    expect(() => seen !== null && tieqchieq.evolve(position({}), seen)).toThrow(TypeError);
  });
});

describe("section 11, a seat that does not answer", () => {
  test("moves the highest legal token, introduces only if no move is legal, stays on a plus", () => {
    const fallback = (state = position({})) => tieqchieq.fallback(state, "red");
    expect(fallback()).toEqual({ type: "toss" });
    expect(fallback(rolled(1, { red: { at: "a1 c1 e3" } }))).toEqual({ type: "move", from: "c1" });
    expect(fallback(rolled(1, { red: { at: "e3" } }))).toEqual({ type: "introduce" });
    const plus = play(rolled(4, { red: { at: "e5" } }), { type: "move", from: "e5" });
    expect(fallback(plus)).toEqual({ type: "plus", step: false });
  });
});
