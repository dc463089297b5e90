import type { ClockRules, MatchState } from "@flower-war/protocol";
import fc from "fast-check";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { describe, expect, test } from "vitest";
import {
  afterCommand,
  actOf,
  afterReturn,
  afterTakeBack,
  type Clock,
  creditFor,
  daysLeft,
  daysTaken,
  deadlineOf,
  endHoliday,
  endPause,
  giveBack,
  giveTime,
  nextDue,
  pauseClocks,
  restartClock,
  settle,
  startClock,
  stillWarned,
  warnedBefore,
  stopClocks,
  takeHoliday,
  timeToGiveBack,
} from "../../../src/match/timing/clock.ts";
import { MatchClocks } from "../../../src/match/timing/match-clocks.ts";

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

describe("a match's clocks", () => {
  test("a deadline that was over stays over, whatever round trip is measured then", () => {
    const clocks = new MatchClocks(RULES, { clocks: new Map() } as unknown as MatchState, {
      change: () => {},
    });
    clocks.start(["east"], { turn: 1, awaiting: ["east"] }, T0);
    let roundTrip = 0;
    clocks.setRoundTrip("east", () => roundTrip);
    expect(clocks.isOver("east", T0 + 89_999)).toBe(false);
    expect(clocks.isOver("east", T0 + 90_000)).toBe(true);
    roundTrip = 500;
    expect(clocks.isOver("east", T0 + 90_001)).toBe(true);
    clocks.start(["east"], { turn: 1, awaiting: ["east"] }, T0);
    clocks.applyCommand({ id: "east:1", seat: "east" }, { turn: 2, awaiting: ["east"] }, T0 + 1_000, 0);
    expect(clocks.isOver("east", T0 + 93_499), "60 s of reserve and 2 s for a command").toBe(false);
    expect(clocks.isOver("east", T0 + 93_500)).toBe(true);
  });

  test("the seat whose deadline and round trip end first is due first", () => {
    const both = began("east", "west");
    const warned = new Map([
      ["east", 1],
      ["west", 1],
    ]);
    const lagOf = (seat: string) => (seat === "east" ? 300 : 0);
    expect(nextDue(both, warned, lagOf)).toMatchObject({ seat: "west", at: T0 + 90_000 });
    expect(nextDue(stopClocks(both, ["west"], { since: T0, until: null }), warned, lagOf)).toMatchObject({
      seat: "east",
      at: T0 + 90_300,
      deadline: T0 + 90_000,
    });
  });
});

describe("a clock", () => {
  test("is not charged for its player's round trip: 0.5 s of an act and 5 s of a match at most", () => {
    const act = (clock: Clock, at: number, trip: number) =>
      afterCommand(clock, {
        seat: "east",
        own: true,
        at,
        lag: creditFor(clockOf(clock, "east"), trip),
        newTurn: true,
        awaiting: ["east"],
      });
    let clock = act(began("east"), T0 + 30_400, 300);
    expect(clockOf(clock, "east")).toMatchObject({ reserve: 60_000 - 100 + 2_000, credited: 300 });
    expect(deadline(clock, "east"), "the next turn has its own time").toBe(T0 + 60_400 + 61_900);
    const { act: most, match } = SERVER_LIMITS.lag;
    for (let n = 0; n < 20; n += 1) {
      const before = clockOf(clock, "east").credited;
      clock = act(clock, T0 + 30_401 + n, 2_000);
      expect(clockOf(clock, "east").credited).toBe(Math.min(before + most, match));
    }
    expect(creditFor(clockOf(began("west"), "east"), 300), "not awaited").toBe(0);
  });

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
      stop: null,
      credited: 0,
      holiday: null,
      holidays: [],
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
    expect(nextDue(clock, new Map())).toBeNull();
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

describe("a clock that an outage stops", () => {
  const stopped = stopClocks(began("east"), ["east", "west"], { since: T0 + 20_000, until: T0 + 45_000 });
  /** East's clock when its player is back at a time. */
  const backAt = (at: number) =>
    restartClock(stopped, "east", timeToGiveBack(stopped, "east", at) ?? Number.NaN);

  test("has no deadline while it stands still, and as much time left afterwards as before", () => {
    expect(deadline(stopped, "east")).toBeNull();
    expect(deadline(backAt(T0 + 33_000), "east"), "13 s later").toBe(T0 + 103_000);
    expect(backAt(T0 + 33_000).givenBack).toBe(13_000);
  });

  test("runs again when its player plays, from then on", () => {
    const clock = east(stopped, T0 + 40_000, "west");
    expect(clockOf(clock, "east"), "20 s of the turn are used").toMatchObject({
      reserve: 62_000,
      stop: null,
    });
    expect(clock.givenBack).toBe(20_000);
  });

  test("runs again when the bound has passed, whether or not its player is back", () => {
    expect(settle(stopped, T0 + 44_999)).toBe(stopped);
    expect(deadline(settle(stopped, T0 + 45_000), "east")).toBe(T0 + 115_000);
    expect(timeToGiveBack(stopped, "east", T0 + 60_000), "too late").toBeNull();
    expect(nextDue(stopped, new Map())).toMatchObject({ kind: "restart", seat: "east", at: T0 + 45_000 });
  });

  test("stands still for a seat that is awaited only meanwhile, from then on", () => {
    const clock = east(stopped, T0 + 30_000, "west");
    expect(clockOf(clock, "west")).toMatchObject({ turnEnds: T0 + 60_000, stop: { since: T0 + 30_000 } });
    expect(deadline(settle(clock, T0 + 45_000), "west")).toBe(T0 + 135_000);
    expect(timeToGiveBack(stopped, "west", T0 + 25_000), "not awaited").toBe(0);
  });

  test("stands still without a bound until another stop has one, since when it did", () => {
    const open = stopClocks(began("east"), ["east"], { since: T0 + 20_000, until: null });
    expect(settle(open, T0 + 900_000)).toBe(open);
    expect(nextDue(open, new Map())).toBeNull();
    const bound = stopClocks(open, ["east"], { since: T0 + 50_000, until: T0 + 60_000 });
    expect(deadline(settle(bound, T0 + 60_000), "east")).toBe(T0 + 130_000);
  });

  test("uses up no reserve when another's command relieves the seat of its decision", () => {
    const both = stopClocks(began("east", "west"), ["west"], { since: T0 + 40_000, until: T0 + 90_000 });
    expect(clockOf(east(both, T0 + 80_000), "west"), "10 s of it ran before").toMatchObject({
      reserve: 50_000,
    });
  });

  test("stays with the bot while its player counts as away", () => {
    const away = forEast(forEast(began("east"), T0 + 90_000, "east"), T0 + 90_000, "west");
    const twice = afterCommand(
      afterCommand(away, { seat: "west", own: true, at: T0 + 95_000, newTurn: false, awaiting: ["east"] }),
      { seat: "east", own: false, at: T0 + 125_000, newTurn: false, awaiting: ["east"] },
    );
    const clock = stopClocks(twice, ["east"], { since: T0 + 125_000, until: T0 + 140_000 });
    expect(clockOf(clock, "east")).toMatchObject({ away: true, stop: null });
  });

  test("never has less time than the rules give, and never more than until the bound", () => {
    /** A match in which east is awaited, and outages, one after the other: ms it has run, ms away, ms until east is back. */
    const outages = fc.array(fc.record({ ran: fc.nat(20_000), away: fc.nat(60_000), late: fc.nat(30_000) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(outages, (all) => {
        let [clock, now, thought, most] = [began("east"), T0, 0, 0];
        for (const { ran, away, late } of all) {
          [now, thought] = [now + ran, thought + ran];
          const since = now;
          const until = since + away + 10_000;
          clock = stopClocks(clock, ["east", "west"], { since, until });
          now += away + late;
          const ms = timeToGiveBack(clock, "east", now);
          clock = ms === null ? settle(clock, now) : restartClock(clock, "east", ms);
          thought += Math.max(0, late - 10_000);
          most += away + 10_000;
        }
        const left = (deadline(clock, "east") ?? 0) - now;
        expect(left).toBe(90_000 - thought);
        expect(clock.givenBack).toBeLessThanOrEqual(most);
        const { reserve } = clockOf(east(clock, now, "west"), "east");
        expect(reserve).toBe(62_000 - Math.min(60_000, Math.max(0, thought - 30_000)));
      }),
    );
  });
});

describe("a pause", () => {
  test("costs no time, whatever outages there are before, in and after it, and whether it ends itself or a seat ends it", () => {
    const steps = fc.array(
      fc.record({
        ran: fc.nat(8_000),
        paused: fc.nat(60_000),
        most: fc.integer({ min: 1, max: 40_000 }),
        outage: fc.option(
          fc.record({ after: fc.integer({ min: -5_000, max: 60_000 }), lasts: fc.nat(30_000) }),
        ),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let [clock, now] = [began("east"), T0];
        let thought = 0;
        for (const { ran, paused, most, outage } of all) {
          // What stands still, as intervals of ms.
          const from = now + ran;
          const pause = [from, from + Math.min(paused, most)] as const;
          const lost = outage && ([from + outage.after, from + outage.after + outage.lasts] as const);
          const end = Math.max(pause[1], from + paused, lost?.[1] ?? 0);
          const acts: [at: number, act: () => void][] = [
            [from, () => (clock = pauseClocks(clock, from, most))],
            [from + paused, () => (clock = endPause(settle(clock, from + paused), from + paused))],
          ];
          if (lost && lost[0] >= now) {
            acts.push([
              lost[0],
              () => (clock = stopClocks(clock, ["east", "west"], { since: lost[0], until: null })),
            ]);
            acts.push([
              lost[1],
              () => {
                clock = settle(clock, lost[1]);
                clock = restartClock(clock, "east", timeToGiveBack(clock, "east", lost[1]) ?? 0);
                clock = restartClock(clock, "west", timeToGiveBack(clock, "west", lost[1]) ?? 0);
              },
            ]);
          }
          for (const [, act] of acts.toSorted(([a], [b]) => a - b)) act();
          const stops = lost && lost[0] >= now ? [pause, lost] : [pause];
          thought += end - now - lengthOf(stops);
          now = end;
          clock = settle(clock, now);
        }
        expect(clock.pause).toBeNull();
        expect((deadline(clock, "east") ?? 0) - now).toBe(90_000 - thought);
      }),
    );
  });

  test("is not charged when a seat acts in it, which ends it, and not when that act is taken back", () => {
    const paused = pauseClocks(began("east"), T0 + 10_000, 60_000);
    const act = actOf(paused, "east", T0 + 50_000);
    const acted = east(paused, T0 + 50_000, "west");
    expect(acted.pause).toBeNull();
    expect(clockOf(acted, "west").turnEnds).toBe(T0 + 80_000);
    const again = giveTime(pauseClocks(acted, T0 + 51_000, 60_000), "east", T0 + 55_000, 7_000);
    const after = { ...act, after: clockOf(acted, "east") } as NonNullable<typeof act>;
    const back = afterTakeBack(again, "east", after, { at: T0 + 61_000, awaiting: ["east"] });
    // 10 s before the pause are used, and 7 s were given.
    expect((deadline(back, "east") ?? 0) - (T0 + 61_000)).toBe(90_000 - 10_000 + 7_000);
  });
});

describe("a holiday", () => {
  const DAY = 86_400_000;

  test("costs no time, whatever pauses and outages there are before, in and after it, and whether it ends by itself or its player is back", () => {
    const span = fc.record({ after: fc.nat(3 * DAY), lasts: fc.integer({ min: 1, max: 2 * DAY }) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 }),
        span,
        span,
        span,
        fc.nat(3 * DAY),
        (days, holiday, pause, outage, awaited) => {
          let clock = began("west");
          const from = T0 + holiday.after;
          const back = from + holiday.lasts;
          const [lost, found] = [T0 + outage.after, T0 + outage.after + outage.lasts];
          const paused = T0 + pause.after;
          const resumed = paused + pause.lasts;
          const acts: [at: number, act: (at: number) => Clock][] = [
            [from, (at) => takeHoliday(clock, "east", at, days)],
            [back, (at) => endHoliday(settle(clock, at), "east", at)],
            [paused, (at) => pauseClocks(clock, at, 10 * DAY)],
            [resumed, (at) => endPause(settle(clock, at), at)],
            [lost, (at) => stopClocks(clock, ["east"], { since: at, until: null })],
            [found, (at) => restartClock(settle(clock, at), "east", timeToGiveBack(clock, "east", at) ?? 0)],
          ];
          // An act would end the pause: the seat is awaited from before all of it, or outside of one.
          const isInPause = T0 + awaited >= paused && T0 + awaited < resumed;
          const start = isInPause ? T0 : T0 + awaited;
          // Before all else at that moment: it would end a pause that has begun.
          acts.unshift([
            start,
            (at) => afterCommand(clock, { seat: "west", own: true, at, newTurn: false, awaiting: ["east"] }),
          ]);
          for (const [at, act] of acts.toSorted(([a], [b]) => a - b)) clock = act(at);
          const end = Math.max(back, resumed, found, start);
          clock = settle(clock, end);
          expect(clockOf(clock, "east").holiday).toBeNull();
          const stood = [
            [from, Math.min(back, from + days * DAY)],
            [paused, resumed],
            [lost, found],
          ] as const;
          const counted = stood.map(([a, b]) => [Math.max(a, start), Math.max(b, start)] as const);
          expect(deadline(clock, "east")).toBe(start + 90_000 + lengthOf(counted));
        },
      ),
    );
  });

  test("counts the days that have begun, of so many in any 30, and ends with an act", () => {
    const left = (clock: Clock, at: number) => daysLeft(clockOf(clock, "east"), 3, at);
    const first = takeHoliday(began("east"), "east", T0, 2);
    expect(left(first, T0)).toBe(1);
    const early = endHoliday(first, "east", T0 + 1);
    expect(left(early, T0 + 1)).toBe(2);
    const second = takeHoliday(early, "east", T0 + 5_000, 2);
    expect(left(second, T0 + 3 * DAY)).toBe(0);
    const acted = east(second, T0 + DAY + 5_000, "east");
    expect(clockOf(acted, "east")).toMatchObject({ holiday: null, turnEnds: T0 + 30_000 + 1 + DAY });
    expect(left(acted, T0 + DAY + 5_000)).toBe(1);
    expect(left(acted, T0 + 30 * DAY - 1)).toBe(1);
    expect(left(acted, T0 + 30 * DAY)).toBe(2);
    expect(left(acted, T0 + 31 * DAY)).toBe(3);
    const taken = (at: number) => daysTaken(clockOf(acted, "east"), at);
    expect(taken(T0 + 30 * DAY - 1)).toEqual([
      { days: 1, until: T0 + 30 * DAY },
      { days: 1, until: T0 + 30 * DAY + 5_000 },
    ]);
    expect(taken(T0 + 30 * DAY)).toEqual([{ days: 1, until: T0 + 30 * DAY + 5_000 }]);
  });

  test("is due to end, also of a seat that is not awaited, and no deadline before that", () => {
    const clock = takeHoliday(began(), "east", T0, 1);
    expect(nextDue(clock, new Map())).toMatchObject({ kind: "restart", seat: "east", at: T0 + DAY });
    expect(clockOf(settle(clock, T0 + DAY), "east").holiday).toBeNull();
    const awaited = takeHoliday(began("east"), "east", T0, 1);
    expect(nextDue(awaited, new Map())).toEqual({
      kind: "restart",
      seat: "east",
      at: T0 + DAY,
      deadline: T0 + DAY,
    });
    expect(deadline(settle(awaited, T0 + DAY), "east")).toBe(T0 + DAY + 90_000);
  });
});

describe("an act that is taken back", () => {
  const takeBack = (clock: Clock, act: ReturnType<typeof actOf>, acted: Clock, at: number) =>
    afterTakeBack(clock, "east", { ...act, after: clockOf(acted, "east") } as NonNullable<typeof act>, {
      at,
      awaiting: ["east"],
    });

  test("leaves its seat what it had when it acted, also within one turn and late in it", () => {
    const rules = { ...RULES, turn: 20_000, reserve: 0, increment: 5_000 };
    const first = startClock(rules, ["east", "west"], ["east"], T0);
    const acted = east(first, T0 + 15_000, "east");
    const act = actOf(first, "east", T0 + 15_000);
    expect(deadline(acted, "east")).toBe(T0 + 25_000);
    const back = takeBack(acted, act, acted, T0 + 22_000);
    expect(deadline(back, "east")).toBe(T0 + 22_000 + 5_000);
    // An outage in between gives nothing beyond that.
    const given = giveBack(acted, 3_000);
    expect(deadline(takeBack(given, act, acted, T0 + 22_000), "east")).toBe(T0 + 27_000);
  });

  test("does not bring back that its player was away, or had missed a turn", () => {
    const late = forEast(began("east"), T0 + 90_000, "east");
    expect(clockOf(late, "east")).toMatchObject({ missed: 1, late: true });
    const once = east(late, T0 + 90_001, "east");
    const act = actOf(late, "east", T0 + 90_001);
    expect(clockOf(takeBack(once, act, once, T0 + 90_002), "east")).toMatchObject({ missed: 0, late: false });
    const away = forEast(forEast(east(late, T0 + 90_001, "west"), T0 + 91_000, "west"), T0 + 92_000, "east");
    const isAway = { ...away, seats: new Map(away.seats) };
    isAway.seats.set("east", { ...clockOf(away, "east"), missed: 2, late: true, away: true });
    const at = T0 + 500_000;
    const acted = east(isAway, at, "west");
    const back = takeBack(acted, actOf(isAway, "east", at), acted, at + 5_000);
    expect(clockOf(back, "east")).toMatchObject({ missed: 0, late: false, away: false });
    expect((deadline(back, "east") ?? 0) - (at + 5_000)).toBeGreaterThanOrEqual(30_000);
  });
});

/** Returns the length of the union of intervals. */
function lengthOf(intervals: readonly (readonly [from: number, to: number])[]): number {
  let [length, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return length;
}

describe("what is due next", () => {
  test("is a warning before the deadline, once, and then the deadline", () => {
    const clock = began("east");
    expect(nextDue(clock, new Map())).toEqual({
      kind: "warning",
      seat: "east",
      at: T0 + 80_000,
      deadline: T0 + 90_000,
    });
    expect(nextDue(clock, new Map([["east", 1]]))).toMatchObject({ kind: "fallback", at: T0 + 90_000 });
  });

  test("is the first of several seats' deadlines", () => {
    const clock = afterCommand(began("west"), {
      seat: "west",
      own: true,
      at: T0 + 5000,
      newTurn: false,
      awaiting: ["east", "west"],
    });
    expect(
      nextDue(
        clock,
        new Map([
          ["east", 1],
          ["west", 1],
        ]),
      ),
    ).toMatchObject({ seat: "west", at: T0 + 92_000 });
  });

  test("is no warning with `warning: 0`", () => {
    const clock = startClock({ ...RULES, warning: 0 }, ["east"], ["east"], T0);
    expect(nextDue(clock, new Map())).toMatchObject({ kind: "fallback" });
  });

  test("is another warning in the seat's next turn", () => {
    const clock = began("east");
    expect(nextDue(clock, new Map([["east", 0]]))).toMatchObject({ kind: "warning" });
  });

  test("is another warning when the player was away, and no other one in the same turn", () => {
    const warned = new Map([["east", 1]]);
    const clock = began("east");
    expect(stillWarned(clock, warned)).toEqual(warned);
    expect(stillWarned(giveBack(clock, 60_000), warned)).toEqual(warned);
    const missed = { seat: "east", own: false, at: T0 + 90_000, newTurn: false, awaiting: ["east"] };
    const away = [1, 2, 3].reduce((before) => afterCommand(before, { ...missed, newTurn: true }), clock);
    expect(stillWarned(away, new Map([["east", 3]]))).toEqual(new Map());
  });

  test("is no warning that another server gave before the clock stood still", () => {
    const stopAt = (since: number) => stopClocks(began("east"), ["east"], { since, until: null });
    expect(warnedBefore(stopAt(T0 + 79_999))).toEqual(new Map());
    expect(warnedBefore(stopAt(T0 + 80_000))).toEqual(new Map([["east", 1]]));
    expect(warnedBefore(began("east"))).toEqual(new Map());
  });
});
