import { describe, expect, test } from "vitest";
import { type Coin, tieqchieq } from "../../src/tieqchieq/index.ts";
import { answers, play, position, refusal, rolled, short } from "./position.ts";

const introduce = { type: "introduce" } as const;
const plus = (step: boolean) => ({ type: "plus", step }) as const;
const move = (
  from: "a1" | "b1" | "c1" | "d1" | "e2" | "e3" | "e4" | "e5" | "d5" | "c5" | "c4" | "b3" | "a5",
) => ({ type: "move", from }) as const;

/** The canon's worked examples. Titles have their numbers. */
describe("section 15, worked examples", () => {
  test("[15.1] introduce with 1: onto a ring, red tosses again", () => {
    const state = play(position({ coins: [0, 1, 0, 0] }), { type: "toss" });
    expect(state.table).toMatchObject({ roll: 1, coins: [0, 1, 0, 0] });
    expect(answers(state)).toEqual(["introduce"]);
    expect(short(play(state, introduce))).toBe("a1 res 5 | res 6 | red toss");
  });

  test("[15.2] roll 0: no act, yellow's turn", () => {
    expect(short(rolled(0, {}))).toBe("res 6 | res 6 | yellow toss");
  });

  test.each([1, 2])("[15.3] at the border, roll %i: the token cannot enter, a new one can", (roll) => {
    const state = rolled(roll, { red: { at: "e3" } });
    expect(refusal(state, move("e3"))).toBe("no-move");
    expect(answers(state)).toEqual(["introduce"]);
  });

  test.each([
    [3, "e4 res 5 | res 6 | yellow toss"],
    [4, "e5 res 5 | res 6 | red toss"],
  ])("[15.3] at the border, roll %i", (roll, after) => {
    expect(short(play(rolled(roll, { red: { at: "e3" } }), move("e3")))).toBe(after);
  });

  test("[15.4] what is left before enemy territory is lost", () => {
    expect(short(play(rolled(3, { red: { at: "e2" } }), move("e2")))).toBe("e3 res 5 | res 6 | red toss");
    expect(short(play(rolled(4, { red: { at: "d1" } }), move("d1")))).toBe("e3 res 5 | res 6 | red toss");
  });

  test.each([
    [true, "c4 res 5 | res 6 | yellow toss"],
    [false, "c5 res 5 | res 6 | yellow toss"],
  ])("[15.5] a plus, step %s", (step, after) => {
    const state = play(rolled(4, { red: { at: "e5" } }), move("e5"));
    expect(state.table).toMatchObject({ phase: "plus", plusAt: "c5", turn: "red", roll: 4 });
    expect(short(play(state, plus(step)))).toBe(after);
  });

  test("[15.5] a plus before an own token: the turn passes at once", () => {
    const state = play(rolled(4, { red: { at: "e5 c4" } }), move("e5"));
    expect(short(state)).toBe("c5 c4 res 4 | res 6 | yellow toss");
  });

  test.each([
    [true, "res 6 | a3 res 5 | yellow toss"],
    [false, "res 6 | a4 res 5 | red toss"],
  ])("[15.6] a plus before a ring, step %s", (step, after) => {
    const state = play(rolled(1, { turn: "yellow", yellow: { at: "a5" } }), move("a5"));
    expect(state.table.phase).toBe("plus");
    expect(short(play(state, plus(step)))).toBe(after);
  });

  test("[15.7] a plus before the sun's lane is offered; the sun with an opponent is blocked", () => {
    const wanted = { red: { at: "d5" }, yellow: { at: "c3" } };
    expect(play(rolled(1, wanted), move("d5")).table).toMatchObject({ phase: "plus", plusAt: "c5" });
    expect(refusal(rolled(3, wanted), move("d5"))).toBe("blocked");
  });

  test.each<[Coin[], string]>([
    [[0, 1], "b1 res 5 | res 6 | yellow toss"],
    [[0, 0], "b1 res 5 | res 6 | yellow toss"],
    [[1, 1], "res 6 | b1 res 5 | yellow toss"],
  ])("[15.8] a battle by introducing, coins %j", (coins, after) => {
    expect(short(play(rolled(2, { yellow: { at: "b1" } }, coins), introduce))).toBe(after);
  });

  test.each<[Coin[], string]>([
    [[1, 0], "e5 res 5 | res 6 | red toss"],
    [[1, 1], "res 6 | e5 res 5 | yellow toss"],
  ])("[15.9] a battle on a ring, coins %j", (coins, after) => {
    const state = rolled(1, { red: { at: "e4" }, yellow: { at: "e5" } }, coins);
    expect(short(play(state, move("e4")))).toBe(after);
  });

  test("[15.10] a battle on a plus that the attacker wins", () => {
    const before = rolled(4, { turn: "yellow", red: { at: "c1" }, yellow: { at: "a1" } }, [0, 1]);
    const state = play(before, move("a1"));
    expect(short(state)).toBe("res 6 | c1 res 5 | yellow plus");
    expect(state.table.battle).toEqual({ attacker: "yellow", square: "c1", coins: [0, 1], winner: "yellow" });
    expect(short(play(state, plus(true)))).toBe("res 6 | c2 res 5 | red toss");
  });

  test("[15.10] a battle on a plus that the attacker loses", () => {
    const before = rolled(4, { turn: "yellow", red: { at: "c1" }, yellow: { at: "a1" } }, [0, 0]);
    expect(short(play(before, move("a1")))).toBe("c1 res 5 | res 6 | red toss");
  });

  test.each([
    [1, "c4 res 0 home 5 | res 6 | yellow toss"],
    [2, "c3 res 0 home 5 | res 6 | red toss"],
    [3, "b3 res 0 home 5 | res 6 | yellow toss"],
    [4, "res 0 home 6 | res 6 | red over"],
  ])("[15.11] the last token from c5, roll %i", (roll, after) => {
    expect(short(play(rolled(roll, { red: { at: "c5", home: 5 } }), move("c5")))).toBe(after);
  });

  test("[15.11] overshooting X is not a move, and without another act the turn passes automatically", () => {
    expect(short(rolled(4, { red: { at: "c4", home: 5 } }))).toBe("c4 res 0 home 5 | res 6 | yellow toss");
    expect(refusal(rolled(4, { red: { at: "c4", home: 4 } }), move("c4"))).toBe("no-move");
    for (const roll of [2, 3, 4]) {
      expect(short(rolled(roll, { red: { at: "b3", home: 5 } }))).toBe(
        "b3 res 0 home 5 | res 6 | yellow toss",
      );
    }
  });

  test("[15.11] the sixth token home ends the match at once", () => {
    const state = play(rolled(1, { red: { at: "b3", home: 5 }, yellow: { at: "e5", home: 2 } }), move("b3"));
    expect(tieqchieq.outcome(state)).toEqual({ by: "home", winner: "red", home: { red: 6, yellow: 2 } });
    expect(tieqchieq.awaiting(state)).toEqual([]);
  });

  test("[15.12] the sun: an extra turn, and no battle there", () => {
    expect(short(play(rolled(2, { red: { at: "c5" } }), move("c5")))).toBe("c3 res 5 | res 6 | red toss");
    const wanted = { red: { at: "c4", home: 5 }, yellow: { at: "c3" } };
    expect(short(rolled(1, wanted))).toBe("c4 res 0 home 5 | c3 res 5 | yellow toss");
    expect(short(play(rolled(2, wanted), move("c4")))).toBe("b3 res 0 home 5 | c3 res 5 | yellow toss");
  });

  test("[15.13] an own token in the way", () => {
    const one = rolled(1, { red: { at: "c1 d1" } });
    expect(refusal(one, move("c1"))).toBe("blocked");
    expect(answers(one)).toEqual(["introduce", "move d1"]);
    const other = rolled(3, { red: { at: "e2 e3" } });
    expect(refusal(other, move("e2"))).toBe("blocked");
    expect(answers(other)).toEqual(["introduce", "move e3"]);
    expect(short(play(other, introduce))).toBe("c1 e2 e3 res 3 | res 6 | yellow toss");
  });

  test("[15.14] the only act must be played", () => {
    expect(answers(rolled(1, { red: { at: "a1 e3 e5" } }))).toEqual(["move a1"]);
    expect(answers(rolled(1, { red: { at: "a1 b1 e3 e5" } }))).toEqual(["move b1"]);
  });

  test("[15.15] for a seat that does not answer the token on the higher step is moved, and tossed again", () => {
    const state = rolled(2, { red: { at: "b1 e2" } });
    expect(answers(state)).toEqual(["move b1", "move e2"]);
    expect(tieqchieq.fallback(state, "red")).toEqual(move("e2"));
    const after = play(state, move("e2"));
    expect(short(after)).toBe("b1 e3 res 4 | res 6 | red toss");
    expect(tieqchieq.fallback(after, "red")).toEqual({ type: "toss" });
  });

  test.each([
    { seat: "yellow", winner: "red" },
    { seat: "red", winner: "yellow" },
  ] as const)("[15.16] $seat concedes on red's plus: $winner wins at once", ({ seat, winner }) => {
    const plus = play(rolled(4, { red: { at: "e5" } }), move("e5"));
    const { events, state = plus } = tieqchieq.decide(plus, seat, { type: "concede" });
    const outcome = { by: "last-seat", winner, home: { red: 0, yellow: 0 } };
    expect(events).toEqual([
      { type: "conceded", seat },
      { type: "ended", outcome },
    ]);
    expect(tieqchieq.outcome(state)).toEqual(outcome);
    expect(tieqchieq.awaiting(state)).toEqual([]);
    expect(short(state)).toBe("c5 res 5 | res 6 | red over");
  });
});
