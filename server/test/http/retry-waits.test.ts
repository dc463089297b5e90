import { expect, test } from "vitest";
import { RetryWaits } from "../../src/http/errors.ts";
import { FakeTime } from "../support/fake-time.ts";

test("few clients come again when they want, many one after the other and within the most", async () => {
  const time = new FakeTime();
  const waits = new RetryWaits(time, 1000, 5000);
  for (let i = 0; i < 100; i++) {
    expect(waits.next()).toBe(0);
    await time.pass(2);
  }
  const many = Array.from({ length: 8000 }, () => waits.next());
  expect([many[0], many[1], many[1500], many.at(-1)]).toEqual([0, 1, 1500, 5000]);
  await time.pass(5000);
  expect(waits.next()).toBe(1);
  await time.pass(1000);
  expect(waits.next()).toBe(0);
});
