import { describe, expect, test } from "vitest";
import { Heartbeat } from "../../src/wire/heartbeat.ts";
import { FakeTime } from "../support/fake-time.ts";

/** Random fractions that are spread evenly. */
const evenly = { fraction: () => (drawn++ % 300) / 300, bytes: (count: number) => new Uint8Array(count) };
let drawn = 0;

/** A heartbeat of 15 s with 300 sockets. `beats`: how often each socket's turn has come. */
function setUp() {
  const time = new FakeTime();
  const heartbeat = new Heartbeat(time, evenly, 15_000);
  const beats = Array.from({ length: 300 }, () => 0);
  const remove = beats.map((_, i) => {
    const socket = { beat: () => void (beats[i] = (beats[i] ?? 0) + 1) };
    const group = heartbeat.add(socket);
    return () => heartbeat.remove(socket, group);
  });
  return { time, beats, remove };
}

describe("a heartbeat", () => {
  test("beats once an interval for each socket, for a 60th of them every 250 ms", async () => {
    const { time, beats } = setUp();
    for (let step = 1; step <= 60; step++) {
      await time.pass(250);
      expect(beats.filter((count) => count > 0)).toHaveLength(5 * step);
    }
    expect(new Set(beats)).toEqual(new Set([1]));
    await time.pass(15_000);
    expect(new Set(beats)).toEqual(new Set([2]));
  });

  test("keeps its interval in a process that comes late to each turn, or a proxy would cut silent sockets", async () => {
    const { time, beats } = setUp();
    for (let turn = 0; turn < 200; turn++) time.standStill(450);
    expect(Math.min(...beats), "after 90 s").toBeGreaterThanOrEqual(5);
    expect(Math.max(...beats)).toBe(6);
  });

  test("leaves time for an answer after a standstill, and makes up for one interval of it at most", async () => {
    const { time, beats } = setUp();
    time.standStill(3_600_000);
    expect(beats.filter((count) => count > 0)).toHaveLength(10);
    await time.pass(7_250);
    expect(new Set(beats)).toEqual(new Set([1]));
    await time.pass(8_000);
    const before = [...beats];
    await time.pass(15_000);
    expect(new Set(beats.map((count, i) => count - (before[i] ?? 0)))).toEqual(new Set([1]));
  });

  test("beats no more for a socket that is removed, and needs no timer without sockets", async () => {
    const { time, beats, remove } = setUp();
    remove[0]?.();
    remove[0]?.();
    await time.pass(15_000);
    expect(beats.filter((count) => count === 0)).toHaveLength(1);
    expect(time.isDueIn(250)).toBe(true);
    for (const each of remove.slice(0, -1)) each();
    expect(time.isDueIn(250), "one socket is left").toBe(true);
    remove.at(-1)?.();
    expect(time.isDueIn(250)).toBe(false);
  });
});
