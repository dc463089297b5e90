import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../src/wire/token-bucket.ts";
import { FakeTime } from "../support/fake-time.ts";

describe("a token bucket of 20 a second with a burst of 40", () => {
  test("gives 40 tokens at once, then one every 50 ms, and returns the ms until the next", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, 20, 40);
    for (let i = 0; i < 40; i++) expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
    await time.pass(49);
    expect(bucket.take()).toBe(1);
    await time.pass(1);
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
  });

  test("never holds more than 40 tokens", async () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, 20, 40);
    await time.pass(3_600_000);
    const taken = Array.from({ length: 100 }, () => bucket.take()).filter((wait) => wait === 0);
    expect(taken).toHaveLength(40);
  });
});
