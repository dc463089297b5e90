import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bots } from "../src/match/bots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A bot in seat `b` that is awaited for ever; its moves end as told, then well. */
function scene(...ends: (boolean | Error)[]) {
  const moves: number[] = [];
  const bots = new Bots(
    () => 100,
    () => "b",
    async () => {
      moves.push(Date.now());
      const end = ends.shift() ?? true;
      if (end instanceof Error) throw end;
      return end;
    },
  );
  const start = Date.now();
  return { bots, after: () => moves.map((at) => at - start) };
}

describe("a bot", () => {
  test("moves after its pause, for as long as it is awaited", async () => {
    const { bots, after } = scene();
    bots.wake();
    await vi.advanceTimersByTimeAsync(300);
    expect(after()).toEqual([100, 200, 300]);
  });

  test("whose move failed tries again after 0.5 s, 1 s, 2 s and so on, and then as ever", async () => {
    const failure = new Error("the disk is busy");
    const { bots, after } = scene(failure, failure, failure, true, failure);
    bots.wake();
    await vi.advanceTimersByTimeAsync(4200);
    expect(after()).toEqual([100, 600, 1600, 3600, 3700, 4200]);
  });

  test("tries again every 30 s at least", async () => {
    const { bots, after } = scene(...Array.from({ length: 20 }, () => new Error("the disk is full")));
    bots.wake();
    await vi.advanceTimersByTimeAsync(300_000);
    const [last = 0, before = 0] = after().toReversed();
    expect(last - before).toBe(30_000);
  });

  test("that may not move waits to be woken", async () => {
    const { bots, after } = scene(false);
    bots.wake();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(after()).toEqual([100]);
    bots.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(after()).toEqual([100, 100_100]);
  });

  test("of a match that is closed tries no more", async () => {
    const { bots, after } = scene(new Error("the disk is full"));
    bots.wake();
    await vi.advanceTimersByTimeAsync(100);
    bots.stop();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(after()).toEqual([100]);
  });
});
