import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Thread } from "../src/thread.ts";
import { FakeTime } from "./support/fake-time.ts";
import type { SampleThread } from "./support/sample-thread.ts";

const FILE = new URL("support/sample-thread.ts", import.meta.url);

let time: FakeTime;
let thread: Thread<SampleThread>;
beforeEach(() => {
  time = new FakeTime();
  thread = new Thread("sample", FILE, time, pino({ level: "silent" }));
});
afterEach(() => thread.close());

test("calls are answered each by its own value", async () => {
  expect(await Promise.all([thread.call("double", 4), thread.call("double", 21)])).toEqual([8, 42]);
});

test("a function that fails rejects its call with its stack, and the thread goes on", async () => {
  await expect(thread.call("fail", "no maize")).rejects.toThrow(/no maize\n.*sample-thread\.ts/su);
  expect(await thread.call("double", 2)).toBe(4);
});

test("what cannot be cloned is refused, and nothing waits for its answer", async () => {
  expect(await thread.call("count")).toBe(1);
  expect(() => thread.call("double", (() => 4) as never)).toThrow("could not be cloned");
  expect(await thread.call("count")).toBe(2);
  await time.pass(60_000);
  expect(await thread.call("count")).toBe(1);
});

test("a thread ends when it has had no call for a minute, and the next call starts another", async () => {
  expect(await thread.call("count")).toBe(1);
  await time.pass(59_999);
  expect(await thread.call("count")).toBe(2);
  await time.pass(59_999);
  expect(await thread.call("count")).toBe(3);
  await time.pass(60_000);
  expect(await thread.call("count")).toBe(1);
});

test("calls fail when their thread ends, and the next one starts another", async () => {
  const waiting = expect(thread.call("wait")).rejects.toThrow("the sample thread ended");
  await expect(thread.call("exit")).rejects.toThrow("the sample thread ended");
  await waiting;
  expect(await thread.call("count")).toBe(1);
  const closed = expect(thread.call("wait")).rejects.toThrow("the sample thread ended");
  await thread.close();
  await closed;
});
