/** When backups are made, and what log and metrics say of those that fail. */
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type BackupAnswer, BackupSchedule, type BackupSettings } from "../../src/backups/backup-schedule.ts";
import type { FoundBackups, ShippedBackup } from "../../src/backups/shipper.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";

const MINUTE = 60_000;
const CONTENTS = {
  matches: { running: 1, over: 0, folded: 1, flawed: ["m"] },
  facts: 5,
  results: 0,
  players: 0,
  temples: 0,
};

/** Starts a schedule with a thread that does what `next` says. */
function startSchedule() {
  const time = new FakeTime();
  const lines: { level: number; msg: string; code?: string }[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const settings: BackupSettings = {
    place: { to: "to", keyFile: "key", s3: null },
    scratch: temporaryFolder(),
    kept: 1,
    every: MINUTE,
    databaseUrl: null,
    games: [],
  };
  const next = {
    begin: { done: { newest: null } } as BackupAnswer<FoundBackups | null>,
    undeleted: null as string | null,
    failure: null as Extract<BackupAnswer<never>, { code: string }> | null,
    copy: () => Promise.resolve(),
    takes: 0,
  };
  const moments: (number | null)[] = [];
  const schedule = new BackupSchedule({
    time,
    log,
    settings,
    thread: {
      begin: () => Promise.resolve(next.begin),
      ship: async (copiedAt) => {
        if (next.takes > 0) await new Promise<void>((resolve) => void time.after(next.takes, resolve));
        if (next.failure) return next.failure;
        moments.push(copiedAt);
        const at = copiedAt ?? 0;
        return {
          done: {
            name: "b",
            at,
            whole: true,
            bytes: 7,
            contents: CONTENTS,
            deleted: 0,
            undeleted: next.undeleted,
          } satisfies ShippedBackup,
        };
      },
    },
    copy: () => next.copy(),
  });
  schedule.start();
  onTestFinished(() => schedule.stop());
  const messages = () =>
    lines.splice(0).map(({ msg, code }) => (code === undefined ? msg : `${msg}: ${code}`));
  return { time, schedule, next, moments, messages };
}

test("a backup is made at the start and each minute from then on, however long one takes", async () => {
  const { time, schedule, next, moments } = startSchedule();
  next.takes = 10_000;
  const begun = time.now();
  await time.pass(3 * MINUTE + 1_000);
  expect(moments.map((at) => Number(at) - begun)).toEqual([1, 61, 121].map((s) => s * 1_000));
  expect(schedule.state).toMatchObject({ age: 60, interval: 60, bytes: 7, flawed: 1 });
  next.takes = 3 * MINUTE;
  await time.pass(8 * MINUTE);
  expect(moments.map((at) => Number(at) - begun)).toEqual([1, 61, 121, 181, 241, 422].map((s) => s * 1_000));
});

test("a failure is logged once, makes the newest older, and is tried again, less and less often", async () => {
  const { time, schedule, next, moments, messages } = startSchedule();
  await time.pass(1_001);
  expect(messages()).toEqual(["backup shipped and verified", expect.stringContaining("backup-flawed")]);
  next.failure = { code: "backup-store", reason: "the disk is gone" };
  await time.pass(10 * MINUTE);
  expect(messages()).toEqual(["backup failed: backup-store"]);
  expect(schedule.state.age).toBeCloseTo(600, 0);
  next.failure = null;
  next.copy = () => Promise.reject(new Error("the database is away"));
  await time.pass(40 * MINUTE);
  expect(messages()).toEqual(["backup failed: backup-source"]);
  next.copy = () => Promise.resolve();
  await time.pass(15 * MINUTE);
  expect(messages()).toContain("backups are made again");
  moments.length = 0;
  await time.pass(3 * MINUTE);
  expect(moments).toHaveLength(3);
  expect(schedule.state.age).toBeLessThan(61);
});

test("a backup that always fails is tried after 2, 4 and 8 minutes, then each quarter of an hour", async () => {
  const { time, next } = startSchedule();
  const begun = time.now();
  const tried: number[] = [];
  next.copy = () => {
    tried.push(Math.round((time.now() - begun) / MINUTE));
    return Promise.reject(new Error("the database is away"));
  };
  await time.pass(60 * MINUTE);
  expect(tried).toEqual([0, 2, 6, 14, 29, 44, 59]);
});

test("the age counts from the newest backup in the store until this server has made one", async () => {
  const { time, schedule, next } = startSchedule();
  next.begin = { done: { newest: time.now() - 60 * MINUTE } };
  next.failure = { code: "backup-store", reason: "the disk is gone" };
  await time.pass(2_000);
  expect(schedule.state.age).toBeCloseTo(3_602, 0);
  // What failed may be in the store.
  next.begin = { done: { newest: time.now() } };
  await time.pass(10 * MINUTE);
  expect(schedule.state.age).toBeCloseTo(4_202, 0);
  next.failure = null;
  await time.pass(15 * MINUTE);
  expect(schedule.state).toMatchObject({ bytes: 7, flawed: 1 });
  next.begin = { done: null };
  await time.pass(MINUTE);
  expect(schedule.state).toMatchObject({ age: Number.NaN, bytes: 0, flawed: 0 });
  next.begin = { done: { newest: time.now() - 20 * MINUTE } };
  next.failure = { code: "backup-store", reason: "the disk is gone" };
  await time.pass(MINUTE);
  expect(schedule.state.age).toBeCloseTo(1_260, -1);
});

test("old backups that cannot be deleted make no failure of the newest", async () => {
  const { time, schedule, next, messages } = startSchedule();
  next.undeleted = "the bucket takes no deletions";
  await time.pass(1_001);
  expect(messages()).toContain("old backups not deleted");
  expect(schedule.state.age).toBeLessThan(1);
});

test("while another server ships, this one has no age", async () => {
  const { time, schedule, next, moments } = startSchedule();
  next.begin = { done: null };
  await time.pass(10 * MINUTE);
  expect([moments, schedule.state.age]).toEqual([[], Number.NaN]);
  next.begin = { code: "backup-key", reason: "no key" };
  await time.pass(2 * MINUTE);
  expect(schedule.state.age).toBeGreaterThan(60);
  next.begin = { done: { newest: null } };
  await time.pass(5 * MINUTE);
  expect(moments.length).toBeGreaterThan(0);
  expect(schedule.state.age).toBeLessThan(61);
});

test("nothing is made after the server has stopped, and what ended with it is no failure", async () => {
  const { time, schedule, next, moments, messages } = startSchedule();
  next.takes = 10_000;
  await time.pass(2_000);
  schedule.stop();
  next.failure = { code: "backup-store", reason: "the thread ended" };
  await time.pass(10 * MINUTE);
  expect([moments, messages()]).toEqual([[], []]);
});
