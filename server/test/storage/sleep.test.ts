/** When matches with running clocks must have a room (docs/architecture.md, "Matches that sleep"). */
import pino from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { refuse } from "../../src/refusal.ts";
import { HeartbeatStore } from "../../src/storage/heartbeats/heartbeat-store.ts";
import { MatchSleep } from "../../src/storage/sleep/match-sleep.ts";
import { SleepStore } from "../../src/storage/sleep/sleep-store.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { storeKinds } from "../support/store-kinds.ts";

const HOUR = 3_600_000;
const kinds = storeKinds<SleepStore>(
  (database) => new SleepStore(database),
  ["wakes", "downtimes", "heartbeats"],
);

describe.each(kinds)("times to wake in $kind", ({ open, skipped }) => {
  test.skipIf(skipped)("are read by the first due, replaced and forgotten", async () => {
    const store = await open();
    await store.store([
      { match: "late", due: 1_800_000_002_000 },
      { match: "soon", due: 1_800_000_001_000 },
    ]);
    expect(await store.next(1)).toEqual([{ match: "soon", due: 1_800_000_001_000 }]);
    await store.store([{ match: "late", due: 5 }], ["unknown", "soon"]);
    expect(await store.next(9)).toEqual([{ match: "late", due: 5 }]);
    await store.store([], ["unknown"]);
    expect(await store.next(9)).toHaveLength(1);
  });

  test.skipIf(skipped)("and times without a server, of which the next that starts knows", async () => {
    const store = await open();
    expect(await store.lastSign()).toBeNull();
    await store.addDowntime({ began: 10, ended: 20 });
    await store.addDowntime({ began: 30, ended: 1_800_000_000_000 });
    await store.addDowntime({ began: 30, ended: 1_800_000_000_007 });
    expect(await store.lastSign()).toBe(1_800_000_000_000);
    expect(await store.downtimesAfter(20)).toEqual([{ began: 30, ended: 1_800_000_000_000 }]);
    await store.deleteDowntimesBefore(21);
    expect(await store.downtimesAfter(0)).toEqual([{ began: 30, ended: 1_800_000_000_000 }]);
  });
});

function setUp({ isShared = true } = {}) {
  const time = new FakeTime();
  const database = memoryDatabase();
  const store = new SleepStore(database);
  const noteSleepers = vi.fn();
  const open = (wake: (match: string) => Promise<unknown>) => {
    const sleep = new MatchSleep({ store, isShared, time, log: pino({ level: "silent" }), noteSleepers });
    sleep.start(wake);
    onTestFinished(() => sleep.stop());
    return sleep;
  };
  return { time, store, signs: new HeartbeatStore(database), noteSleepers, open };
}

describe("a match with running clocks", () => {
  test("is woken 1.5 s before the next of them ends, to 1 s, by whichever server looks", async () => {
    const { time, open } = setUp();
    const began = time.now();
    await open(async () => {}).fallAsleep("m1", began + HOUR);
    const woken: number[] = [];
    open(async () => void woken.push(time.now() - began));
    await time.pass(HOUR);
    expect(woken).toHaveLength(1);
    expect(HOUR - (woken[0] ?? 0)).toBeGreaterThan(0);
    expect(HOUR - (woken[0] ?? 0)).toBeLessThanOrEqual(1_500);
  });

  test("sleeps until its clock ends though it falls asleep while it is stored that it is awake", async () => {
    const { time, store, open } = setUp();
    const sleep = open(async () => {});
    const real = store.store.bind(store);
    const gate = Promise.withResolvers<void>();
    vi.spyOn(store, "store").mockImplementationOnce(async (...args) => {
      await gate.promise;
      return real(...args);
    });
    sleep.noteAwake("m1");
    await time.pass(1_000);
    const asleep = sleep.fallAsleep("m1", time.now() + HOUR);
    await time.pass(10);
    gate.resolve();
    await asleep;
    await time.pass(10);
    expect(await store.next(1)).toEqual([{ match: "m1", due: time.now() - 20 + HOUR - 1_500 }]);
  });

  test("is woken minutes after the last sign of the server that had it awake, by another one", async () => {
    const { time, open } = setUp();
    const woken: string[] = [];
    open(async (match) => void woken.push(match));
    await time.pass(1_000);
    const first = open(async () => {});
    first.noteAwake("m1");
    await time.pass(HOUR);
    first.stop();
    expect(woken).toEqual([]);
    await time.pass(200_000);
    expect(woken).toEqual([]);
    await time.pass(200_000);
    expect(woken[0]).toBe("m1");
  });

  test("is woken 2 s after the next server starts, if the one that had it awake died", async () => {
    const { time, open } = setUp({ isShared: false });
    const first = open(async () => {});
    for (let i = 0; i < 250; i++) first.noteAwake(`m${i}`);
    await first.fallAsleep("sleeper", time.now() + HOUR);
    await time.pass(5_000);
    first.stop();
    const woken = new Set<string>();
    const next = open(async (match) => {
      woken.add(match);
      next.noteAwake(match);
    });
    await time.pass(1_500);
    expect(woken.size).toBe(0);
    await time.pass(3_500);
    expect(woken.size).toBe(250);
    expect(woken).not.toContain("sleeper");
  });

  test("is woken within 1 s by another server that notices that the one is gone which had it awake", async () => {
    const { time, open } = setUp();
    const woken: string[] = [];
    const other = open(async (match) => {
      woken.push(match);
      other.noteAwake(match);
    });
    const first = open(async () => {});
    await time.pass(3_000);
    first.noteAwake("m1");
    await first.fallAsleep("sleeper", time.now() + HOUR);
    await time.pass(10_000);
    first.stop();
    expect(woken).toEqual([]);
    other.lookForLeftBehind();
    await time.pass(1_000);
    expect(woken).toEqual(["m1"]);
  });

  test("is tried again by the server that notices that the one is gone, until it is awake", async () => {
    const { time, open } = setUp();
    const tried: string[] = [];
    const other = open(async (match) => {
      tried.push(match);
      if (tried.length < 3) throw refuse("unavailable");
      other.noteAwake(match);
    });
    const first = open(async () => {});
    await time.pass(3_000);
    first.noteAwake("m1");
    await time.pass(5_000);
    first.stop();
    other.lookForLeftBehind();
    await time.pass(25_000);
    expect(tried).toEqual(["m1", "m1", "m1"]);
  });

  test("is woken in time by a lone server, which reads the store less than once a minute", async () => {
    const { time, store, open } = setUp({ isShared: false });
    const reads = vi.spyOn(store, "next");
    const woken: number[] = [];
    const sleep = open(async (match) => {
      woken.push(time.now());
      sleep.noteAwake(match);
    });
    const due = time.now() + HOUR;
    await sleep.fallAsleep("m1", due);
    await time.pass(HOUR);
    expect(woken).toHaveLength(1);
    expect(due - (woken[0] ?? 0)).toBeGreaterThan(0);
    expect(due - (woken[0] ?? 0)).toBeLessThanOrEqual(1_500);
    expect(reads.mock.calls.length).toBeLessThan(60);
  });

  test("is forgotten when it is over, and when there is no such match any more", async () => {
    const { time, store, open } = setUp();
    const sleep = open(async () => {
      throw refuse("unknown-match");
    });
    sleep.noteAwake("m1");
    await sleep.fallAsleep("m2", time.now());
    await time.pass(2_000);
    sleep.noteOver("m1");
    await time.pass(2_000);
    expect(await store.next(9)).toEqual([]);
  });

  test("is tried again every 10 s while no server can wake it, and does not hold up others", async () => {
    const { time, open } = setUp();
    const tried: string[] = [];
    const sleep = open(async (match) => {
      tried.push(match);
      if (match === "m1") throw refuse("unavailable");
      sleep.noteAwake(match);
    });
    await sleep.fallAsleep("m1", time.now());
    await sleep.fallAsleep("m2", time.now() + 5_000);
    await time.pass(19_500);
    expect(tried).toEqual(["m1", "m2", "m1"]);
  });

  test("is not forgotten in an earlier database because it was over in the one that was replaced", async () => {
    const { time, store, open } = setUp();
    const sleep = open(async () => {});
    sleep.noteAwake("m1");
    await time.pass(1_500);
    sleep.noteOver("m1");
    const asleep = { match: "m1", due: time.now() + HOUR };
    await store.store([asleep]);
    await sleep.noteReplaced();
    await time.pass(1_500);
    expect(await store.next(1)).toEqual([asleep]);
  });

  test("keeps servers storing that they run as long as it sleeps", async () => {
    const { time, noteSleepers, open } = setUp();
    const sleep = open(async () => {});
    await time.pass(1_500);
    expect(noteSleepers.mock.lastCall).toEqual([false]);
    await sleep.fallAsleep("m1", time.now() + HOUR);
    await time.pass(1_500);
    expect(noteSleepers.mock.lastCall).toEqual([true]);
  });
});

describe("a time without a server", () => {
  test("is noted by the first that starts, and counted from when a match fell asleep", async () => {
    const { time, signs, open } = setUp();
    const began = time.now();
    await signs.store([{ name: "p", at: began }]);
    await time.pass(HOUR);
    const [first, second] = [open(async () => {}), open(async () => {})];
    await first.noteDowntime();
    await second.noteDowntime();
    expect(await second.downtimeSince(began - 5)).toBe(HOUR);
    expect(await second.downtimeSince(began + 1_000)).toBe(HOUR - 1_000);
    expect(await second.downtimeSince(time.now())).toBe(0);
  });

  test("is none if a sign is as young as after a restart", async () => {
    const { time, signs, open } = setUp();
    await signs.store([{ name: "p", at: time.now() }]);
    await time.pass(1_500);
    const sleep = open(async () => {});
    await sleep.noteDowntime();
    expect(await sleep.downtimeSince(0)).toBe(0);
  });
});
