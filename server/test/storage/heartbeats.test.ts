/** When processes were alive last, and since when the clocks of a lost match stand still (docs/architecture.md, "Clocks in outages"). */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { roomIdOf } from "../../src/match/room-id.ts";
import { HeartbeatStore } from "../../src/storage/heartbeats/heartbeat-store.ts";
import { Heartbeats } from "../../src/storage/heartbeats/heartbeats.ts";
import { Pulse } from "../../src/storage/heartbeats/pulse.ts";
import type { ClockOwner, StoredFact } from "../../src/storage/journal/facts.ts";
import { systemRandom } from "../../src/random.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { storeKinds } from "../support/store-kinds.ts";

const kinds = storeKinds<HeartbeatStore>((database) => new HeartbeatStore(database), ["heartbeats"]);

describe.each(kinds)("heartbeats in $kind", ({ open, skipped }) => {
  test.skipIf(skipped)("hold the last sign of each name, until they are deleted", async () => {
    const store = await open();
    await store.store([
      { name: "p", at: 1_800_000_000_000 },
      { name: "q", at: 1 },
    ]);
    await store.store([{ name: "p", at: 1_800_000_001_000 }]);
    const byName = async () => (await store.read(["p", "q", "r"])).toSorted((a, b) => a.at - b.at);
    expect(await byName()).toEqual([
      { name: "q", at: 1 },
      { name: "p", at: 1_800_000_001_000 },
    ]);
    await store.deleteBefore(2);
    expect(await byName()).toEqual([{ name: "p", at: 1_800_000_001_000 }]);
  });
});

/** A store that asks the test whether it answers. */
class MoodyStore extends HeartbeatStore {
  answer: () => Promise<void> = async () => {};

  override async store(...args: Parameters<HeartbeatStore["store"]>): Promise<void> {
    await this.answer();
    return super.store(...args);
  }
}

function beat(time: FakeTime, store: HeartbeatStore) {
  const heartbeats = new Heartbeats({ store, isShared: false, time, random: systemRandom, roomIdOf });
  const listener = { lost: vi.fn(), back: vi.fn() };
  heartbeats.start(listener);
  heartbeats.noteClocks("a room", true);
  onTestFinished(() => heartbeats.stop());
  return { heartbeats, process: heartbeats.process ?? "", listener };
}

/** The facts of a match whose clocks a process lets run since a time. */
const factsOf = (owner: ClockOwner | undefined, at: number, ...more: object[]) =>
  [
    { type: "created", at: 0 },
    { type: "begun", at, ...(owner && { owner }) },
    ...more,
  ] as unknown as StoredFact[];

describe("a match's clocks stand still, when its room is gone,", () => {
  const setUp = async () => {
    const [time, store] = [new FakeTime(), new MoodyStore(memoryDatabase())];
    const begun = time.now();
    const { heartbeats, process } = beat(time, store);
    const owner = { process, epoch: 1 };
    const successor = beat(time, store).heartbeats;
    const since = (...more: object[]) => successor.stoppedSince("m", factsOf(owner, begun, ...more));
    await time.pass(18_000);
    return { time, store, begun, heartbeats, owner, since };
  };

  test("since its process was alive last, to a second", async () => {
    const { time, heartbeats, since } = await setUp();
    const killedAt = time.now();
    heartbeats.stop();
    await time.pass(7_000);
    expect(killedAt - (await since())).toBeLessThanOrEqual(1_000);
    expect(await since()).toBeLessThanOrEqual(killedAt);
  });

  test("since its room closed, though the process lives on, whoever takes the match over", async () => {
    const { time, begun, heartbeats, owner, since } = await setUp();
    const closedAt = time.now();
    heartbeats.noteClosed(roomIdOf("m", 1));
    expect(await heartbeats.stoppedSince("m", factsOf(owner, begun))).toBe(closedAt);
    await time.pass(5_000);
    expect(await since()).toBe(closedAt);
  });

  test("since its last fact, if its room closed while its store was away: the last heartbeat was before that", async () => {
    const { time, store, heartbeats, since } = await setUp();
    await time.pass(500);
    const entry = { type: "entry", at: time.now() };
    store.answer = async () => Promise.reject(new Error("away"));
    await time.pass(3_000);
    heartbeats.noteClosed(roomIdOf("m", 1));
    store.answer = async () => {};
    await time.pass(5_000);
    expect(await since(entry)).toBe(entry.at);
  });

  test("since its process stood still, as long as its match may not have journaled that", async () => {
    const { time, heartbeats, since } = await setUp();
    time.onStandstill((ms) => heartbeats.noteStandstill(ms));
    const frozenAt = time.now();
    time.standStill(8_000);
    const thawedAt = time.now();
    await time.pass(1_500);
    expect(frozenAt - (await since())).toBeLessThanOrEqual(1_000);
    expect(await since()).toBeLessThanOrEqual(frozenAt);
    expect(await since({ type: "time-given-back", at: thawedAt })).toBe(thawedAt);
    await time.pass(2_000);
    expect(time.now() - (await since())).toBeLessThanOrEqual(1_000);
  });

  test("since its process stood still, if its room closed a moment later", async () => {
    const { time, heartbeats, since } = await setUp();
    time.onStandstill((ms) => heartbeats.noteStandstill(ms));
    const frozenAt = time.now();
    time.standStill(8_000);
    heartbeats.noteClosed(roomIdOf("m", 1));
    await time.pass(5_000);
    expect(await since()).toBe(frozenAt);
  });

  test("as its last owner says, not the one before", async () => {
    const { time, begun, heartbeats, owner, since } = await setUp();
    heartbeats.noteClosed(roomIdOf("m", 1));
    await time.pass(5_000);
    const takenOver = { type: "clock-stopped", at: begun, seats: ["a"], owner: { ...owner, epoch: 2 } };
    expect(time.now() - (await since(takenOver))).toBeLessThanOrEqual(900);
  });

  test("since its store was away, if its room was lost then: nothing of the process is stored before that is", async () => {
    const { time, store, heartbeats, since } = await setUp();
    const lostAt = time.now();
    store.answer = async () => Promise.reject(new Error("away"));
    await time.pass(3_000);
    heartbeats.noteClosed(roomIdOf("m", 1));
    await time.pass(4_000);
    expect(lostAt - (await since())).toBeLessThanOrEqual(1_000);
    store.answer = async () => {};
    await time.pass(5_000);
    expect(await since(), "when the room closed later").toBe(lostAt);
  });

  test("since its server stopped, if its log says so", async () => {
    const { time, since } = await setUp();
    await time.pass(5_000);
    expect(await since({ type: "clock-stopped", at: 42 })).toBe(42);
  });

  test("since its last fact, if its process is unknown, and never before", async () => {
    const { time, begun, owner, heartbeats } = await setUp();
    expect(await heartbeats.stoppedSince("m", factsOf(undefined, begun))).toBe(begun);
    expect(await heartbeats.stoppedSince("m", factsOf({ process: "nobody", epoch: 1 }, begun))).toBe(begun);
    const ahead = factsOf(owner, time.now() + 60_000);
    expect(await heartbeats.stoppedSince("m", ahead)).toBe(time.now() + 60_000);
  });
});

test("a database that is replaced by an earlier one gets no sign of the process, which goes by another name then", async () => {
  const [time, store] = [new FakeTime(), new HeartbeatStore(memoryDatabase())];
  const { heartbeats, process } = beat(time, store);
  await time.pass(2_000);
  const [before] = await store.read([process]);
  await heartbeats.whileReplaced(async () => {
    await time.pass(5_000);
    heartbeats.noteClosed(roomIdOf("m", 1));
  });
  await time.pass(5_000);
  expect(await store.read([process, roomIdOf("m", 1)])).toEqual([before]);
  expect(await store.read([heartbeats.process ?? ""])).toHaveLength(1);
  expect(heartbeats.process).not.toBe(process);
});

test("a process whose matches have no clocks stores nothing", async () => {
  const [time, store] = [new FakeTime(), new HeartbeatStore(memoryDatabase())];
  const { heartbeats, process } = beat(time, store);
  heartbeats.noteClocks("a room", false);
  await time.pass(10_000);
  expect(await store.read([process])).toEqual([]);
});

describe("a store", () => {
  const setUp = async (answer: () => Promise<void>) => {
    const time = new FakeTime();
    let isAnswering = true;
    /** When it answered last, as is told. */
    const answered: number[] = [];
    const lost = vi.fn((ms: number) => void answered.push(time.monotonic() - ms));
    const listener = { lost, back: vi.fn() };
    const pulse = new Pulse(async () => (isAnswering ? undefined : answer()), time, listener);
    pulse.start();
    onTestFinished(() => pulse.stop());
    await time.pass(10_000);
    isAnswering = false;
    const back = () => void (isAnswering = true);
    return { time, answered, listener, back };
  };

  test("that refuses is lost since it last answered, and back a moment after it answers again", async () => {
    const { time, answered, listener, back } = await setUp(() => Promise.reject(new Error("away")));
    await time.pass(1_000);
    expect(listener.lost).toHaveBeenCalledTimes(1);
    expect(10_000 - (answered[0] ?? 0)).toBeLessThan(1_000);
    await time.pass(5_000);
    expect(listener.lost).toHaveBeenCalledTimes(1);
    expect(listener.back).not.toHaveBeenCalled();
    back();
    await time.pass(250);
    expect(listener.back).toHaveBeenCalledTimes(1);
  });

  test("that is silent is lost after a second", async () => {
    const silence = Promise.withResolvers<void>();
    const { time, listener, back } = await setUp(() => silence.promise);
    await time.pass(1_900);
    expect(listener.lost).toHaveBeenCalledTimes(1);
    back();
    silence.resolve();
    await time.pass(1);
    expect(listener.back).toHaveBeenCalledTimes(1);
  });
});
