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

test("moves timers with it, and calls each once", async () => {
  const { machine, time, database } = setUp();
  const called = vi.fn();
  const at = time.now() + 10_000;
  time.at(at, () => called(time.now() - at));
  const cancelled = vi.fn();
  time.at(at, cancelled)();
  database.ahead = 6_000;
  await time.follow(database, log);
  await machine.pass(3_999);
  expect(called).not.toHaveBeenCalled();
  await machine.pass(10_000);
  expect(called).toHaveBeenCalledExactlyOnceWith(0);
  expect(cancelled).not.toHaveBeenCalled();
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
