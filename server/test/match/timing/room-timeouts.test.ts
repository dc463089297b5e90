import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { LiveCore } from "../../../src/match/live-core.ts";
import type { Timeouts } from "../../../src/match/services.ts";
import { RoomTimeouts } from "../../../src/match/timing/room-timeouts.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { until } from "../../support/until.ts";

/** All different, so that a test sees which one has passed. */
const TIMEOUTS: Timeouts = {
  empty: 700,
  unattended: 900,
  over: 300,
  overAtTemple: 600,
  absence: 20,
  arrival: 5,
  nonces: 30,
  reveals: 15,
  countdown: 40,
  deserted: 10,
};

/** The timeouts of an empty room whose match gathers players, with a list of what they did. */
function setUp() {
  const time = new FakeTime();
  const start = time.now();
  const done: string[] = [];
  const record = (what: string) => void done.push(`${what} after ${time.now() - start} ms`);
  /** What the room and its match say; tests change it. */
  const situation = {
    isEmpty: true,
    areBots: true,
    status: "gathering" as "gathering" | "playing" | "over",
    isGathered: false,
    isRevealing: false,
    canProceed: false,
    clocksAreRunning: false,
    /** When the next clock ends. */
    nextChange: null as number | null,
    anyLocal: false,
    anyPresentByTemple: false,
    away: [] as string[],
    isHost: () => false,
    expected: new Map<string, number>(),
    expectedUntil: (seat: string) => situation.expected.get(seat) ?? null,
    endArrival: (seat: string) => situation.expected.delete(seat),
    humans: ["east"],
    anyPresent: true,
    all: [["north"], ["east"], ["west"]],
    startsAt: 0,
    open: ["west"],
    /** What abandoning and beginning the match fail with. */
    failure: null as Error | null,
  };
  const act = async (what: string) => {
    record(what);
    if (situation.failure) throw situation.failure;
  };
  const match = {
    get state() {
      return { status: situation.status };
    },
    get details() {
      return { startsAt: situation.startsAt };
    },
    get seats() {
      return situation;
    },
    get isOver() {
      return situation.status === "over";
    },
    plan: {},
    get isToldOver() {
      return situation.status === "over";
    },
    toldOverAt: null,
    isToldLater: false,
    get clocksAreRunning() {
      return situation.clocksAreRunning;
    },
    get clocks() {
      return situation;
    },
    isDeserted: false,
  };
  const gathering = {
    beginning: {
      get isGathered() {
        return situation.isGathered;
      },
      get isRevealing() {
        return situation.isRevealing;
      },
      get canProceed() {
        return situation.canProceed;
      },
      goOn: () => act("go on"),
      fixSeals: () => act("fix seals"),
      openWithheld: () => act("open withheld"),
      endCountdown: () => act("seat bots"),
    },
    abandon: () => act("abandon"),
  };
  const core = {
    match,
    gathering,
    services: { time, timeouts: TIMEOUTS, log: pino({ level: "silent" }) },
    room: {
      get clients() {
        return situation.isEmpty ? [] : ["client"];
      },
    },
    close: async () => record("close"),
    unload: () => record("unload"),
  };
  const clients = {
    get areBots() {
      return situation.areBots;
    },
    giveUp: (seat: string) => record(`open ${seat}`),
  };
  const listing = { update: () => record(match.isDeserted ? "unlist" : "list") };
  const offers = { ends: null, lapse: () => {} };
  const timeouts = new RoomTimeouts(core as unknown as LiveCore, offers, clients, listing);
  /** Changes the situation, as a change of the match or its clients does. */
  const change = (changes: Partial<typeof situation>) => {
    Object.assign(situation, changes);
    timeouts.update();
  };
  return { time, start, done, timeouts, situation, change };
}

describe("a room closes", () => {
  test("when it was empty for the timeout `empty`; a match that has not begun is not abandoned", async () => {
    const { time, done, change } = setUp();
    change({});
    await time.pass(5000);
    expect(done).toEqual(["unload after 700 ms"]);
  });

  test.each([
    ["only bot accounts are connected", { isEmpty: false }],
    ["a seat of a match that has not begun is local to a temple, which is offline", { anyLocal: true }],
  ])(
    "after the timeout `unattended` while %s; a match that has not begun is abandoned before",
    async (_, cause) => {
      const { time, done, change } = setUp();
      change(cause);
      await time.pass(5000);
      expect(done).toEqual(["abandon after 900 ms", "close after 900 ms"]);
    },
  );

  test("also when the match could not be abandoned", async () => {
    const { time, done, change } = setUp();
    change({ failure: new Error("the disk is full"), isEmpty: false });
    await time.pass(5000);
    expect(done).toEqual(["abandon after 900 ms", "close after 900 ms"]);
  });

  test.each([
    ["`over` after the match ended", { anyLocal: false }, 300],
    ["`overAtTemple` after it if a seat is local to a temple", { anyLocal: true }, 600],
  ])("%s, with or without clients", async (_, { anyLocal }, timeout) => {
    for (const isEmpty of [false, true]) {
      const { time, done, change } = setUp();
      change({ status: "over", isEmpty, anyLocal, anyPresentByTemple: anyLocal });
      await time.pass(5000);
      expect(done).toEqual([`close after ${timeout} ms`]);
    }
  });

  test.each([
    ["a client is connected", { isEmpty: false, areBots: false }],
    ["a seat's temple is online", { anyPresentByTemple: true }],
    ["clocks are running, of which the next ends soon", { clocksAreRunning: true, nextChange: 30_000 }],
  ])("not while %s, and after the full timeout when that ends", async (_, cause) => {
    const { time, done, change } = setUp();
    change({ status: "playing" });
    await time.pass(699);
    change(cause);
    await time.pass(5000);
    expect(done).toEqual([]);
    change({ isEmpty: true, areBots: true, anyPresentByTemple: false, clocksAreRunning: false });
    await time.pass(5000);
    expect(done).toEqual([`unload after ${699 + 5000 + 700} ms`]);
  });

  test.each([
    ["in a minute", 60_000, ["unload after 700 ms"]],
    ["so soon that it would be woken at once", 30_000, []],
  ])("while a clock runs that ends %s", async (_, ms, expected) => {
    const { time, start, done, change } = setUp();
    change({ status: "playing", clocksAreRunning: true, nextChange: start + ms });
    await time.pass(1_000);
    expect(done).toEqual(expected);
  });

  test("a minute later if a clock was about to end, and the next one ends later", async () => {
    const { time, start, done, change } = setUp();
    change({ status: "playing", clocksAreRunning: true, nextChange: start + 1_000 });
    await time.pass(1_000);
    change({ nextChange: start + 70_000 });
    await time.pass(1_000);
    expect(done).toEqual(["unload after 1400 ms"]);
  });

  test("when it was empty since the first of several changes: the timer of a cause that lasts goes on", async () => {
    const { time, done, change } = setUp();
    change({ status: "playing" });
    await time.pass(500);
    change({});
    await time.pass(199);
    change({ away: ["east"] });
    expect(done).toEqual([]);
    await time.pass(1);
    expect(done).toEqual(["unload after 700 ms"]);
  });

  test("by the newest reason: an empty room whose match ends", async () => {
    const { time, done, change } = setUp();
    change({ status: "playing" });
    await time.pass(699);
    change({ status: "over" });
    await time.pass(5000);
    expect(done).toEqual([`close after ${699 + 300} ms`]);
  });

  test("as long after the end of a restored match as without the restart", async () => {
    const { time, start, done, timeouts, situation } = setUp();
    situation.status = "over";
    await time.pass(200);
    timeouts.update(start);
    await time.pass(5000);
    expect(done).toEqual(["close after 300 ms"]);
  });

  test("at once if the restored match ended long ago", async () => {
    const { start, done, timeouts, situation } = setUp();
    situation.status = "over";
    timeouts.update(start - 1_000_000);
    await until(() => done.length > 0, "the room to close");
    expect(done).toEqual(["close after 0 ms"]);
  });
});

describe("the seat of an absent player", () => {
  test("opens after the timeout `absence`, each seat by its own", async () => {
    const { time, done, change } = setUp();
    change({ away: ["north"] });
    await time.pass(5);
    change({ away: ["north", "west"] });
    await time.pass(100);
    expect(done).toEqual(["open north after 20 ms", "open west after 25 ms"]);
  });

  test("stays theirs when the player returns in time, and has the full timeout when they leave again", async () => {
    const { time, done, change } = setUp();
    change({ away: ["north"] });
    await time.pass(19);
    change({ away: [] });
    await time.pass(1);
    change({ away: ["north"] });
    await time.pass(100);
    expect(done).toEqual(["open north after 40 ms"]);
  });

  test("opens when a stranger has not connected in time; if it could not be opened, the next attempt waits longer", async () => {
    const { time, start, done, change } = setUp();
    change({ away: ["north"] });
    change({ expected: new Map([["north", start + 5]]) });
    await time.pass(5);
    change({});
    await time.pass(20);
    expect(done).toEqual(["open north after 5 ms", "open north after 25 ms"]);
  });

  test("is tried again if it could not be opened", async () => {
    const { time, done, change } = setUp();
    change({ away: ["north"] });
    await time.pass(20);
    change({});
    await time.pass(20);
    expect(done).toEqual(["open north after 20 ms", "open north after 40 ms"]);
  });

  test.each(["playing", "over"] as const)("stays theirs in a match that is %s", async (status) => {
    const { time, done, change } = setUp();
    change({ away: ["north"], isEmpty: false });
    await time.pass(19);
    change({ status });
    await time.pass(100);
    expect(done).toEqual([]);
  });
});

describe.for([
  [
    "a match whose seats are all taken",
    "fix seals",
    "nonces",
    30,
    { isGathered: true },
    { isGathered: false },
  ],
  [
    "a match whose seals are fixed",
    "open withheld",
    "reveals",
    15,
    { isRevealing: true },
    { isRevealing: false },
  ],
] as const)("%s", ([, act, timeout, ms, waiting, done]) => {
  test(`goes on without missing ones after the timeout \`${timeout}\`, and tries again until that succeeds`, async () => {
    const { time, done: acts, change } = setUp();
    change({ ...waiting, failure: new Error("the disk is full") });
    await time.pass(ms - 1);
    change({});
    await time.pass(1 + ms);
    change({ ...done, failure: null, status: "playing" });
    await time.pass(200);
    expect(acts).toEqual([`${act} after ${ms} ms`, `${act} after ${2 * ms} ms`]);
  });

  test("waits for the full timeout again when who sits changed", async () => {
    const { time, done: acts, change } = setUp();
    change(waiting);
    await time.pass(ms - 1);
    change(done);
    await time.pass(1);
    change(waiting);
    await time.pass(ms);
    expect(acts).toEqual([`${act} after ${2 * ms} ms`]);
  });
});

describe("a match that misses no player any more", () => {
  test("goes on at once, and again with the next change if that failed; not while it is about to", async () => {
    const { time, done, change } = setUp();
    change({ canProceed: true, failure: new Error("the disk is full") });
    change({});
    expect(done).toEqual(["go on after 0 ms"]);
    await time.pass(1);
    change({});
    expect(done).toEqual(["go on after 0 ms", "go on after 1 ms"]);
  });

  test("does nothing once it has begun", async () => {
    const { time, done, change } = setUp();
    change({ canProceed: true, status: "playing" });
    await time.pass(1);
    expect(done).toEqual([]);
  });
});

test("timeouts that are stopped do nothing more, whatever changes", async () => {
  const { time, done, timeouts, change } = setUp();
  change({ away: ["north"], isGathered: true, isRevealing: true });
  timeouts.stop();
  change({ canProceed: true });
  change({ status: "over", away: ["west"] });
  await time.pass(5000);
  expect(done).toEqual([]);
});

describe("a countdown", () => {
  test("that ends while the journal is away seats bots after another timeout `nonces`, until it succeeds", async () => {
    const { time, start, done, situation, change } = setUp();
    change({
      isEmpty: false,
      areBots: false,
      startsAt: start + 40,
      failure: new Error("the journal is away"),
    });
    await time.pass(75);
    situation.failure = null;
    await time.pass(5000);
    expect(done).toEqual(["seat bots after 40 ms", "seat bots after 70 ms", "seat bots after 100 ms"]);
  });

  test("does not run while no seat is open, and ends at once when one opens after its time", async () => {
    const { time, start, done, change } = setUp();
    change({ isEmpty: false, areBots: false, startsAt: start + 40, open: [] });
    await time.pass(100);
    expect(done).toEqual([]);
    change({ open: ["west"] });
    await time.pass(0);
    await until(() => done.length > 0, "bots to be seated");
    expect(done).toEqual(["seat bots after 100 ms"]);
  });
});
