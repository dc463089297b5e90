/** How a server notices that it stood still. */
import { expect, test } from "vitest";
import { withStandstills } from "../src/time.ts";
import { FakeTime } from "./support/fake-time.ts";

function watch() {
  const machine = new FakeTime();
  const time = withStandstills(machine);
  const standstills: number[] = [];
  const cancel = time.onStandstill((ms) => void standstills.push(ms));
  return { machine, time, standstills, cancel };
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

test("a standstill is noticed though nobody asks for the time", async () => {
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

test("nobody is told of a standstill any more who does not listen", () => {
  const { machine, time, standstills, cancel } = watch();
  cancel();
  machine.freeze(7_000);
  time.now();
  expect(standstills).toEqual([]);
  time.onStandstill((ms) => void standstills.push(ms));
  time.now();
  expect(standstills).toEqual([]);
});
