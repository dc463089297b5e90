import { expect, test } from "vitest";
import { Semaphore } from "../src/queue.ts";

/** Starts tasks in a semaphore. `begun` names those that run or have run, `end` ends one. */
function start(atOnce: number, tasks: number) {
  const semaphore = new Semaphore(atOnce);
  const begun: number[] = [];
  const pending = Array.from({ length: tasks }, () => Promise.withResolvers<number>());
  const results = pending.map(({ promise }, i) =>
    semaphore.run(() => {
      begun.push(i);
      return promise;
    }),
  );
  const end = async (i: number) => {
    pending[i]?.resolve(i);
    await results[i];
  };
  const fail = async (i: number) => {
    pending[i]?.reject(new Error("failed"));
    await expect(results[i]).rejects.toThrow("failed");
  };
  return { semaphore, begun, results, end, fail };
}

test("a semaphore runs as many tasks at a time as it may, the next when one has ended, in their order", async () => {
  const { begun, results, end } = start(2, 5);
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  await end(2);
  await end(0);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await Promise.all([end(3), end(4)]);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
});

test("a task that fails makes room for another one", async () => {
  const { begun, end, fail } = start(1, 2);
  await fail(0);
  expect(begun).toEqual([0, 1]);
  await end(1);
});

test("a semaphore with nothing to do runs a task at once", async () => {
  const { semaphore, begun, end } = start(1, 1);
  await end(0);
  await semaphore.run(async () => void begun.push(1));
  expect(begun).toEqual([0, 1]);
});
