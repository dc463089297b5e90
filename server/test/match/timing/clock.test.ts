import type { ClockRules } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import {
  afterCommand,
  afterReturn,
  type Clock,
  deadlineOf,
  giveBack,
  nextDue,
  startClock,
  stillWarned,
} from "../../../src/match/timing/clock.ts";

const RULES: ClockRules = {
  turn: 30_000,
  reserve: 60_000,
  increment: 2000,
  warning: 10_000,
  awayAfter: 2,
  away: "bot",
};
const T0 = 1_800_000_000_000;

const clockOf = (clock: Clock, seat: string) => {
  const own = clock.seats.get(seat);
  if (!own) throw new Error(`no clock of ${seat}`);
  return own;
};
const deadline = (clock: Clock, seat: string) => deadlineOf(clockOf(clock, seat));
const began = (...awaiting: string[]) => startClock(RULES, ["east", "west"], awaiting, T0);
/** East plays a command, after which the match waits for these seats. */
const east = (clock: Clock, at: number, ...awaiting: string[]) =>
  afterCommand(clock, { seat: "east", own: true, at, newTurn: false, awaiting });
/** The server plays for east. */
const forEast = (clock: Clock, at: number, ...awaiting: string[]) =>
  afterCommand(clock, { seat: "east", own: false, at, newTurn: false, awaiting });

describe("a clock", () => {
  test("runs for awaited seats only: first the turn's time, then the reserve", () => {
    const clock = began("east");
    expect(deadline(clock, "east")).toBe(T0 + 90_000);
    expect(deadline(clock, "west")).toBeNull();
  });

  test("leaves the reserve alone within the turn's time, and adds the increment for the player's own command", () => {
    const clock = east(began("east"), T0 + 30_000, "west");
    expect(clockOf(clock, "east")).toMatchObject({ reserve: 62_000, turnEnds: null });
    expect(deadline(clock, "west")).toBe(T0 + 30_000 + 90_000);
  });

  test("takes from the reserve what runs beyond the turn's time, to the ms", () => {
    const clock = east(began("east"), T0 + 30_001, "west");
    expect(clockOf(clock, "east").reserve).toBe(61_999);
  });

  test("gives the turn's time once for a turn, however many decisions it takes", () => {
    const first = east(began("east"), T0 + 20_000, "east");
    expect(deadline(first, "east"), "10 s of the turn, 62 s of reserve").toBe(T0 + 30_000 + 62_000);
    const second = east(first, T0 + 40_000, "east");
    expect(deadline(second, "east"), "the reserve runs").toBe(T0 + 40_000 + 54_000);
    const back = afterCommand(east(second, T0 + 40_000, "west"), {
      seat: "west",
      own: true,
      at: T0 + 50_000,
      newTurn: false,
      awaiting: ["east"],
    });
    expect(clockOf(back, "east").turnEnds, "a new turn").toBe(T0 + 80_000);
  });

  test("gives the turn's time again when the seat also has the next turn", () => {
    const first = afterCommand(began("east"), {
      seat: "east",
      own: true,
      at: T0 + 40_000,
      newTurn: true,
      awaiting: ["east"],
    });
    expect(clockOf(first, "east")).toMatchObject({ reserve: 52_000, turnEnds: T0 + 70_000 });
    const missed = afterCommand(first, {
      seat: "east",
      own: false,
      at: T0 + 122_000,
      newTurn: true,
      awaiting: ["east"],
    });
    expect(clockOf(missed, "east")).toEqual({
      reserve: 0,
      turnEnds: T0 + 152_000,
      turns: 3,
      missed: 1,
      late: false,
      away: false,
    });
  });

  test("does not change a seat that is still awaited when another one answers", () => {
    const both = began("east", "west");
    const one = east(both, T0 + 10_000, "west");
    expect(deadline(one, "east")).toBeNull();
    expect(deadline(one, "west")).toBe(deadline(both, "west"));
  });

  test("takes the time used from a seat that another's command relieves of its decision", () => {
    const clock = east(began("east", "west"), T0 + 35_000);
    expect(clockOf(clock, "west")).toMatchObject({ reserve: 55_000, turnEnds: null });
  });

  test("is not changed by a command of a seat that was not awaited", () => {
    const clock = east(began("west"), T0 + 40_000, "west");
    expect(deadline(clock, "west")).toBe(T0 + 90_000);
  });

  test("has no time left for the rest of a turn whose time is over, and gives the next turn its time again", () => {
    const over = forEast(began("east"), T0 + 90_000, "east");
    expect(deadline(over, "east")).toBe(T0 + 90_000);
    const rest = forEast(over, T0 + 90_000, "west");
    expect(clockOf(rest, "east")).toMatchObject({ missed: 1, away: false, reserve: 0 });
    const next = afterCommand(rest, {
      seat: "west",
      own: true,
      at: T0 + 95_000,
      newTurn: false,
      awaiting: ["east"],
    });
    expect(deadline(next, "east")).toBe(T0 + 95_000 + 30_000);
  });
});

describe("a player who does not answer", () => {
  const missedTwice = () => {
    const one = forEast(forEast(began("east"), T0 + 90_000, "east"), T0 + 90_000, "west");
    const two = afterCommand(one, {
      seat: "west",
      own: true,
      at: T0 + 95_000,
      newTurn: false,
      awaiting: ["east"],
    });
    return forEast(two, T0 + 125_000, "east");
  };

  test("is away after `awayAfter` missed turns in a row, and then has no deadline", () => {
    const clock = missedTwice();
    expect(clockOf(clock, "east")).toMatchObject({ missed: 2, away: true });
    expect(deadline(clock, "east")).toBeNull();
    expect(nextDue(clock, new Set())).toBeNull();
  });

  test("is not away when they answered a turn in between", () => {
    const one = forEast(began("east"), T0 + 90_000, "west");
    const answered = east(one, T0 + 91_000, "west");
    expect(clockOf(forEast(answered, T0 + 200_000, "west"), "east")).toMatchObject({
      missed: 1,
      away: false,
    });
  });

  test("has a turn's time on their return, and is no longer away", () => {
    const clock = afterReturn(missedTwice(), "east", T0 + 300_000);
    expect(clockOf(clock, "east")).toMatchObject({ away: false, missed: 0 });
    expect(deadline(clock, "east")).toBe(T0 + 330_000);
  });

  test("also returns by a command of their own", () => {
    expect(clockOf(east(missedTwice(), T0 + 300_000, "west"), "east")).toMatchObject({
      away: false,
      missed: 0,
    });
  });

  test("gains no time by a return when they were not away", () => {
    const clock = began("east");
    expect(afterReturn(clock, "east", T0 + 20_000)).toEqual(clock);
  });
});

describe("time during which the server was away", () => {
  test("is given back to awaited seats to the ms, and added up in `givenBack`", () => {
    const clock = giveBack(giveBack(east(began("east"), T0 + 1, "west"), 1234), 1);
    expect(deadline(clock, "west")).toBe(T0 + 1 + 90_000 + 1235);
    expect(clockOf(clock, "east").turnEnds).toBeNull();
    expect(clock.givenBack).toBe(1235);
  });
});

describe("what is due next", () => {
  test("is a warning before the deadline, once, and then the deadline", () => {
    const clock = began("east");
    expect(nextDue(clock, new Set())).toEqual({
      kind: "warning",
      seat: "east",
      at: T0 + 80_000,
      deadline: T0 + 90_000,
    });
    expect(nextDue(clock, new Set(["east"]))).toMatchObject({ kind: "fallback", at: T0 + 90_000 });
  });

  test("is the first of several seats' deadlines", () => {
    const clock = afterCommand(began("west"), {
      seat: "west",
      own: true,
      at: T0 + 5000,
      newTurn: false,
      awaiting: ["east", "west"],
    });
    expect(nextDue(clock, new Set(["east", "west"]))).toMatchObject({ seat: "west", at: T0 + 92_000 });
  });

  test("is no warning with `warning: 0`", () => {
    const clock = startClock({ ...RULES, warning: 0 }, ["east"], ["east"], T0);
    expect(nextDue(clock, new Set())).toMatchObject({ kind: "fallback" });
  });

  test("is another warning when the seat had time again in between", () => {
    const clock = began("east");
    expect(stillWarned(clock, ["east"], T0 + 85_000)).toEqual(new Set(["east"]));
    expect(stillWarned(clock, ["east"], T0 + 10_000)).toEqual(new Set());
    expect(stillWarned(clock, ["west"], T0 + 85_000)).toEqual(new Set());
  });
});
