import { TokenBucket } from "@flower-war/protocol/ports";
import { describe, expect, test } from "vitest";
import { FakeTime } from "../support/fake-time.ts";

describe("a token bucket of 20 a second with a burst of 40", () => {
  test("gives 40 tokens at once, then one every 50 ms, and returns the ms until the next", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, { perSecond: 20, burst: 40 });
    for (let i = 0; i < 40; i++) expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
    await time.pass(49);
    expect(bucket.take()).toBe(1);
    await time.pass(1);
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
  });

  test("tells the ms until it holds several", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, { perSecond: 20, burst: 40 });
    expect(bucket.waitFor(40)).toBe(0);
    for (let i = 0; i < 40; i++) bucket.take();
    expect(bucket.waitFor(2)).toBe(100);
    await time.pass(99);
    expect(bucket.waitFor(2)).toBe(1);
    await time.pass(1);
    expect(bucket.waitFor(2)).toBe(0);
  });

  test("never holds more than 40 tokens", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, { perSecond: 20, burst: 40 });
    await time.pass(3_600_000);
    const taken = Array.from({ length: 100 }, () => bucket.take()).filter((wait) => wait === 0);
    expect(taken).toHaveLength(40);
  });

  test("gives several tokens or none", () => {
    const bucket = new TokenBucket(new FakeTime(), { perSecond: 20, burst: 40 });
    expect(bucket.take(30)).toBe(0);
    expect(bucket.take(12)).toBe(100);
    expect(bucket.take(10)).toBe(0);
  });

  test("charges more than it holds, and returns the ms until what was missing is back", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, { perSecond: 20, burst: 40 });
    expect(bucket.charge(40)).toBe(0);
    expect(bucket.charge(20)).toBe(1000);
    expect(bucket.waitFor(2)).toBe(1100);
    await time.pass(1100);
    expect(bucket.take(2)).toBe(0);
  });

  test("is full when nothing was taken for long enough", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, { perSecond: 20, burst: 40 });
    expect(bucket.isFull).toBe(true);
    bucket.take();
    expect(bucket.isFull).toBe(false);
    await time.pass(50);
    expect(bucket.isFull).toBe(true);
  });
});
