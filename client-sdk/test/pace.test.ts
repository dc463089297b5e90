/** How the SDK stays below the server's limit on messages. */
import { LIMITS } from "@flower-war/protocol";
import type { Cancel } from "@flower-war/protocol/ports";
import { expect, test } from "vitest";
import { Pace } from "../src/connection/pace.ts";
import { FakeTime } from "../../test/support/fake-time.ts";

const { perSecond, burst } = LIMITS.messages;

/** Sends messages, and notes when each left. */
function setUp() {
  const time = new FakeTime();
  const ended = new AbortController();
  const pace = new Pace(time, ended.signal);
  const sent: { readonly n: number; readonly at: number }[] = [];
  const send = (n: number) => {
    const turn = pace.next();
    if (turn === null) sent.push({ n, at: time.monotonic() });
    else void turn.then(() => sent.push({ n, at: time.monotonic() }));
  };
  return { time, ended, sent, send };
}

test("a few messages leave at once, and later ones too if they come slowly enough", async () => {
  const { time, sent, send } = setUp();
  for (let n = 0; n < 30; n++) send(n);
  expect(sent).toHaveLength(30);
  await time.pass(10_000);
  for (let n = 30; n < 130; n++) {
    send(n);
    await time.pass(1000 / perSecond);
  }
  expect(sent.filter(({ n, at }) => n >= 30 && at !== 10_000 + ((n - 30) * 1000) / perSecond)).toEqual([]);
});

test("a burst leaves in its order, and at no time more than the server allows", async () => {
  const { time, sent, send } = setUp();
  for (let n = 0; n < 200; n++) send(n);
  await time.pass(60_000);
  expect(sent.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  for (const { at } of sent) {
    const before = sent.filter((other) => other.at <= at).length;
    expect(before).toBeLessThanOrEqual(burst + (at / 1000) * perSecond);
  }
  expect(sent.at(-1)?.at).toBeLessThan(10_000);
});

test("a message never overtakes one that waits", async () => {
  const { time, sent, send } = setUp();
  for (let n = 0; n < 60; n++) send(n);
  await time.pass(100);
  send(60);
  await time.pass(10_000);
  expect(sent.map(({ n }) => n)).toEqual(Array.from({ length: 61 }, (_, n) => n));
});

test("a program that stood still sends at once what was due meanwhile, and sets no timer for it", async () => {
  const asked: number[] = [];
  let standstill = 500;
  const machine = new FakeTime();
  const time = {
    now: machine.now,
    monotonic: machine.monotonic,
    every: machine.every,
    nextTurn: machine.nextTurn,
    after: (ms: number, call: () => void): Cancel => {
      asked.push(ms);
      const cancel = machine.after(ms + standstill, call);
      standstill = 0;
      return cancel;
    },
  };
  const pace = new Pace(time, new AbortController().signal);
  const sent: number[] = [];
  for (let n = 0; n < burst + 20; n++) void pace.next()?.then(() => sent.push(time.monotonic()));
  await machine.pass(10_000);
  expect(sent).toHaveLength(24);
  const [first = 0] = sent;
  expect(first).toBeGreaterThan(500);
  expect(sent.filter((at) => at === first).length).toBeGreaterThan(5);
  expect(asked.filter((ms) => ms <= 0)).toEqual([]);
});

test("nothing waits for a connection that has ended", async () => {
  const { time, ended, sent, send } = setUp();
  for (let n = 0; n < 200; n++) send(n);
  ended.abort();
  await time.pass(0);
  expect(sent).toHaveLength(200);
  expect(time.pending).toBe(0);
});
