/** How a server notices that it stood still, and what its clocks do when its machine's is set. */
import { expect, test, vi } from "vitest";
import { serverTime, steadyTime, systemTime } from "../src/time.ts";
import { FakeTime } from "./support/fake-time.ts";

function watch() {
  const machine = new FakeTime();
  /** ms for which the machine slept: its monotonic clock stood still. */
  let slept = 0;
  const time = serverTime(machine, () => machine.monotonic() + slept);
  const sleep = (ms: number) => {
    slept += ms;
    machine.step(ms);
  };
  const standstills: number[] = [];
  const cancel = time.onStandstill((ms) => void standstills.push(ms));
  return { machine, time, standstills, cancel, sleep };
}

test("a standstill is noticed by the first who asks for the time, before they have it", () => {
  const { machine, time, standstills } = watch();
  machine.freeze(7_000);
  expect(standstills).toEqual([]);
  time.now();
  expect(standstills).toEqual([6_950]);
  time.now();
  expect(standstills).toEqual([6_950]);
});

test("a standstill is noticed though the time is not read", async () => {
  const { machine, standstills } = watch();
  machine.freeze(7_000);
  await machine.pass(1);
  expect(standstills).toEqual([6_950]);
});

test("a process that lags less than 2 s does not stand still, however long nothing happens in it", async () => {
  const { machine, time, standstills } = watch();
  await machine.pass(60_000);
  machine.freeze(2_049);
  time.now();
  expect(standstills).toEqual([]);
});

test("a listener that was removed is told of no standstill", () => {
  const { machine, time, standstills, cancel } = watch();
  cancel();
  machine.freeze(7_000);
  time.now();
  expect(standstills).toEqual([]);
  time.onStandstill((ms) => void standstills.push(ms));
  time.now();
  expect(standstills).toEqual([]);
});

test.each([1_000, -1_000, 60_000, -60_000, 3_600_000, -3_600_000, 86_400_000, -86_400_000])(
  "the wall clock is set by %d ms: no standstill, no deadline moves",
  async (step) => {
    const { machine, time, standstills } = watch();
    const [start, wall] = [time.steady.now(), time.now()];
    const called = vi.fn();
    time.steady.at(start + 10_000, called);
    await machine.pass(5_000);
    machine.step(step);
    expect(time.steady.now()).toBe(start + 5_000);
    expect(time.now()).toBe(wall + 5_000 + step);
    await machine.pass(4_999);
    expect(called).not.toHaveBeenCalled();
    await machine.pass(1);
    expect(called).toHaveBeenCalledOnce();
    expect(standstills).toEqual([]);
  },
);

test("what the machine sleeps is time that passes, and a standstill", async () => {
  const { machine, time, standstills, sleep } = watch();
  const start = time.steady.now();
  await machine.pass(1_000);
  machine.step(-3_600_000);
  await machine.pass(1_000);
  sleep(600_000);
  expect(time.steady.now()).toBe(start + 602_000);
  expect(standstills).toEqual([600_000 - 50]);
  machine.step(3_600_000);
  await machine.pass(1_000);
  expect(time.steady.now()).toBe(start + 603_000);
});

test("a point of time is waited for however far away it is, though timers are not", async () => {
  const machine = new FakeTime();
  const after = (ms: number, call: () => void) => machine.after(Math.min(ms, 1_000), call);
  const called = vi.fn();
  const { monotonic, nextTurn } = machine;
  const time = { now: machine.now, monotonic, after, every: after, nextTurn };
  steadyTime(time, machine.now).at(machine.now() + 10_500, called);
  await machine.pass(10_499);
  expect(called).not.toHaveBeenCalled();
  await machine.pass(1);
  expect(called).toHaveBeenCalledOnce();
});

test("the machine's clocks say whole ms, as what is dated by them is stored", () => {
  const { now, monotonic, steady } = systemTime;
  const read = [now(), monotonic(), steady.now(), steady.monotonic()];
  expect(read.map(Number.isInteger)).toEqual([true, true, true, true]);
});
