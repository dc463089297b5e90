import { expect, test } from "vitest";
import { Restarts } from "../src/start/processes.ts";

test("a process that has run for 5 s is started again at once, however often it ends", () => {
  const restarts = new Restarts();
  const delays = Array.from({ length: 20 }, (_, i) => restarts.next(i * 10_000 + 5_000, i * 10_000));
  expect(delays).toEqual(Array.from({ length: 20 }, () => 0));
});

test("a process that does not run is started again ever later, and no more after a minute", () => {
  const restarts = new Restarts();
  const delays: (number | null)[] = [];
  for (let now = 0; delays.at(-1) !== null; now += delays.at(-1) ?? 0) delays.push(restarts.next(now, null));
  expect(delays).toEqual([0, 0, 250, 500, 1000, 2000, 4000, ...Array.from({ length: 7 }, () => 8000), null]);
});

test("a process that has run for 5 s at last has another minute", () => {
  const restarts = new Restarts();
  for (let i = 0; i < 5; i++) restarts.next(i * 10_000, null);
  expect(restarts.next(60_000, 55_000)).toBe(0);
  expect(restarts.next(61_000, 60_500)).toBe(0);
  expect(restarts.next(119_000, null)).toBe(250);
});
