import { expect, test } from "vitest";
import { systemTime } from "../../src/time.ts";
import { RequestQueue } from "../../src/wire/request-queue.ts";
import { until } from "../support/until.ts";

const HERE = () => false;

/** Adds so many requests, each of which takes so many ms, and says which began in which turn of the event loop. */
async function run(count: number, ms: number): Promise<number[][]> {
  let now = 0;
  const time = { ...systemTime, monotonic: () => now };
  const queue = new RequestQueue(time);
  const turns: number[][] = [];
  let begun = 0;
  for (let i = 0; i < count; i++) {
    queue.add(HERE, () => {
      // What a request does before it waits is a microtask, or several.
      void Promise.resolve().then(() => {
        turns.at(-1)?.push(i);
        begun += 1;
        now += ms;
        return undefined;
      });
    });
  }
  const isOver = () => begun === count;
  while (!isOver()) {
    turns.push([]);
    await time.nextTurn();
  }
  return turns.filter((turn) => turn.length > 0);
}

test("begins requests in the order in which they came, 16 at most in a turn of the event loop", async () => {
  const turns = await run(40, 0);
  expect(turns.flat()).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(Math.max(...turns.map((turn) => turn.length))).toBeLessThanOrEqual(16);
});

test("begins none in a turn after those that took 2 ms", async () => {
  expect((await run(6, 1)).map((turn) => turn.length)).toEqual([2, 2, 2]);
  expect((await run(3, 50)).map((turn) => turn.length)).toEqual([1, 1, 1]);
});

test("drops requests whose clients have gone, and goes on", async () => {
  const queue = new RequestQueue(systemTime);
  const handled: number[] = [];
  for (let i = 0; i < 100; i++)
    queue.add(
      () => i % 50 !== 49,
      () => handled.push(i),
    );
  await until(() => handled.length === 2, "two requests");
  expect(handled).toEqual([49, 99]);
  queue.add(HERE, () => handled.push(100));
  await until(() => handled.length === 3, "one more");
});
