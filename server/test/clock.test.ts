import type { ClockRules } from "@flower-war/client-sdk/protocol";
import { describe, expect, test } from "vitest";
import {
  afterCommand,
  afterReturn,
  type Clock,
  deadlineOf,
  giveBack,
  startClock,
} from "../src/clock/clock.ts";
import { nextDue, stillWarned } from "../src/clock/due.ts";

const RULES: ClockRules = {
  turn: 30_000,
  reserve: 60_000,
  increment: 2000,
  warning: 10_000,
  awayAfter: 2,
  away: "bot",
};
const T0 = 1_800_000_000_000;

const seatOf = (clock: Clock, seat: string) => {
  const own = clock.seats.get(seat);
  if (!own) throw new Error(`no clock of ${seat}`);
  return own;
};
const deadline = (clock: Clock, seat: string) => deadlineOf(seatOf(clock, seat));
const began = (...awaiting: string[]) => startClock(RULES, ["east", "west"], awaiting, T0);
/** East's own command, after which the match waits for these seats. */
const east = (clock: Clock, at: number, ...awaiting: string[]) =>
  afterCommand(clock, { seat: "east", own: true, at, newTurn: false, awaiting });
/** Somebody plays for east. */
const forEast = (clock: Clock, at: number, ...awaiting: string[]) =>
  afterCommand(clock, { seat: "east", own: false, at, newTurn: false, awaiting });

describe("a clock", () => {
  test("runs for those who are awaited alone: the turn's time, then the reserve", () => {
    const clock = began("east");
    expect(deadline(clock, "east")).toBe(T0 + 90_000);
    expect(deadline(clock, "west")).toBeNull();
  });

  test("takes nothing from the reserve within the turn's time, and adds the increment for each own command", () => {
    const clock = east(began("east"), T0 + 30_000, "west");
    expect(seatOf(clock, "east")).toMatchObject({ reserve: 62_000, turnEnds: null });
    expect(deadline(clock, "west")).toBe(T0 + 30_000 + 90_000);
  });

  test("takes from the reserve what runs beyond the turn's time, to the ms", () => {
    const clock = east(began("east"), T0 + 30_001, "west");
    expect(seatOf(clock, "east").reserve).toBe(61_999);
  });

  test("gives one turn's time for a turn, however many decisions it takes", () => {
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
    expect(seatOf(back, "east").turnEnds, "a new turn").toBe(T0 + 80_000);
  });

  test("gives a turn's time again when the next turn is the same seat's", () => {
    const first = afterCommand(began("east"), {
      seat: "east",
      own: true,
      at: T0 + 40_000,
      newTurn: true,
      awaiting: ["east"],
    });
    expect(seatOf(first, "east")).toMatchObject({ reserve: 52_000, turnEnds: T0 + 70_000 });
    const missed = afterCommand(first, {
      seat: "east",
      own: false,
      at: T0 + 122_000,
      newTurn: true,
      awaiting: ["east"],
    });
    expect(seatOf(missed, "east")).toEqual({
      reserve: 0,
      turnEnds: T0 + 152_000,
      missed: 1,
      late: false,
      away: false,
    });
  });

  test("leaves whoever is still awaited alone when another of several seats answers", () => {
    const both = began("east", "west");
    const one = east(both, T0 + 10_000, "west");
    expect(deadline(one, "east")).toBeNull();
    expect(deadline(one, "west")).toBe(deadline(both, "west"));
  });

  test("takes what ran from a seat that is awaited no more because of another's command", () => {
    const clock = east(began("east", "west"), T0 + 35_000);
    expect(seatOf(clock, "west")).toMatchObject({ reserve: 55_000, turnEnds: null });
  });

  test("is the same for a command that nobody was asked for", () => {
    const clock = east(began("west"), T0 + 40_000, "west");
    expect(deadline(clock, "west")).toBe(T0 + 90_000);
  });

  test("plays the rest of a turn at once when its time is over, and gives the next turn its time again", () => {
    const over = forEast(began("east"), T0 + 90_000, "east");
    expect(deadline(over, "east")).toBe(T0 + 90_000);
    const rest = forEast(over, T0 + 90_000, "west");
    expect(seatOf(rest, "east")).toMatchObject({ missed: 1, away: false, reserve: 0 });
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

  test("is away after as many turns in a row as the rules say, and then nobody waits for his clock", () => {
    const clock = missedTwice();
    expect(seatOf(clock, "east")).toMatchObject({ missed: 2, away: true });
    expect(deadline(clock, "east")).toBeNull();
    expect(nextDue(clock, new Set())).toBeNull();
  });

  test("is not away when he answered a turn in between", () => {
    const one = forEast(began("east"), T0 + 90_000, "west");
    const answered = east(one, T0 + 91_000, "west");
    expect(seatOf(forEast(answered, T0 + 200_000, "west"), "east")).toMatchObject({ missed: 1, away: false });
  });

  test("has a turn's time when he is back, and is not away any more", () => {
    const clock = afterReturn(missedTwice(), "east", T0 + 300_000);
    expect(seatOf(clock, "east")).toMatchObject({ away: false, missed: 0 });
    expect(deadline(clock, "east")).toBe(T0 + 330_000);
  });

  test("is back by a command of his own, too", () => {
    expect(seatOf(east(missedTwice(), T0 + 300_000, "west"), "east")).toMatchObject({
      away: false,
      missed: 0,
    });
  });

  test("gains nothing by saying that he is back when he was not away", () => {
    const clock = began("east");
    expect(afterReturn(clock, "east", T0 + 20_000)).toEqual(clock);
  });
});

describe("time during which the server was away", () => {
  test("is given back to those who were awaited, to the ms, and added up", () => {
    const clock = giveBack(giveBack(east(began("east"), T0 + 1, "west"), 1234), 1);
    expect(deadline(clock, "west")).toBe(T0 + 1 + 90_000 + 1235);
    expect(seatOf(clock, "east").turnEnds).toBeNull();
    expect(clock.givenBack).toBe(1235);
  });
});

describe("what is due", () => {
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

  test("is no warning where the rules want none", () => {
    const clock = startClock({ ...RULES, warning: 0 }, ["east"], ["east"], T0);
    expect(nextDue(clock, new Set())).toMatchObject({ kind: "fallback" });
  });

  test("is a new warning when there was time again in between", () => {
    const clock = began("east");
    expect(stillWarned(clock, ["east"], T0 + 85_000)).toEqual(new Set(["east"]));
    expect(stillWarned(clock, ["east"], T0 + 10_000)).toEqual(new Set());
    expect(stillWarned(clock, ["west"], T0 + 85_000)).toEqual(new Set());
  });
});
