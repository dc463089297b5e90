/** The time that servers of one PostgreSQL have in common (docs/operate.md, "Clocks of machines"). */
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { DatabaseTime } from "../../src/storage/postgres/database-time.ts";
import { FakeTime } from "../support/fake-time.ts";

const log = pino({ level: "silent" });

/** A database whose clock is ahead by `ahead` ms, and which takes `took` ms for an answer, all of it on the way back. */
function setUp({ ahead = 0, took = 0 } = {}) {
  const machine = new FakeTime();
  const time = new DatabaseTime(machine);
  onTestFinished(() => time.stop());
  const database = {
    ahead,
    took,
    isAvailable: true,
    async read<R extends object>(): Promise<R[]> {
      if (!database.isAvailable) throw new Error("away");
      const now = machine.now() + database.ahead;
      if (database.took > 0) await machine.pass(database.took);
      return [{ now }] as unknown as R[];
    },
  };
  return { machine, time, database };
}

test("is the database's, whichever way the machine's clock is wrong", async () => {
  for (const ahead of [5_000, -5_000]) {
    const { machine, time, database } = setUp({ ahead });
    await time.follow(database, log);
    expect(time.now() - machine.now()).toBe(ahead);
    expect(time.ahead).toBe(ahead);
  }
});

test("does not change while answers contradict it by no more than they took", async () => {
  const { time, database, machine } = setUp({ ahead: 5_000 });
  await time.follow(database, log);
  Object.assign(database, { took: 80, ahead: 5_060 });
  await machine.pass(2_000);
  expect(time.ahead).toBe(5_000);
});

test("does not follow the machine's clock when that is set", async () => {
  const { machine, time, database } = setUp({ ahead: 5_000 });
  await time.follow(database, log);
  const now = time.now();
  machine.step(3_600_000);
  expect([time.now(), time.steady.now()]).toEqual([now, now]);
  expect(time.ahead).toBe(5_000 - 3_600_000);
});

test("has a steady time, as the database's was at the start, that follows no clock that is set", async () => {
  const { machine, time, database } = setUp({ ahead: 5_000 });
  await time.follow(database, log);
  const start = time.steady.now();
  expect(start).toBe(time.now());
  const called = vi.fn();
  time.steady.at(start + 10_000, called);
  const cancelled = vi.fn();
  time.steady.at(start + 10_000, cancelled)();
  for (const step of [86_400_000, -86_400_000]) {
    machine.step(step);
    database.ahead += step;
    await machine.pass(4_000);
  }
  expect(time.steady.now()).toBe(start + 8_000);
  await machine.pass(1_999);
  expect(called).not.toHaveBeenCalled();
  await machine.pass(1);
  expect(called).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test("begins with an answer that took no time to speak of, if there is one", async () => {
  const { machine, time, database } = setUp({ ahead: 5_000, took: 800 });
  const read = database.read.bind(database);
  let questions = 0;
  database.read = async <R extends object>() => {
    if (++questions === 3) database.took = 10;
    return read<R>();
  };
  await time.follow(database, log);
  expect(questions).toBe(3);
  expect(time.steady.now() - machine.now()).toBeGreaterThanOrEqual(4_990);
});

test("stays as it was while the database is away or slow, and follows a clock that is set meanwhile", async () => {
  const { machine, time, database } = setUp({ ahead: 3_000 });
  await time.follow(database, log);
  Object.assign(database, { isAvailable: false, ahead: 9_000 });
  await machine.pass(10_000);
  expect(time.ahead).toBe(3_000);
  Object.assign(database, { isAvailable: true });
  await machine.pass(2_000);
  expect(time.ahead).toBe(9_000);
});

test("tells the operator once that the clocks differ, and once that they agree again", async () => {
  const lines: string[] = [];
  const listening = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const { machine, time, database } = setUp({ ahead: -5_000 });
  await time.follow(database, listening);
  await machine.pass(6_000);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, ms: -5_000 }]);
  database.ahead = 0;
  await machine.pass(2_000);
  expect(lines).toHaveLength(2);
});
