/** Which backups there are, by their names; what a restore needs of them, and which are kept. */
import { expect, test } from "vitest";
import {
  type BackupName,
  chainTo,
  expiredBackups,
  nameBackup,
  parseBackupName,
} from "../../src/backups/backup-names.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const START = Date.UTC(2026, 10, 1, 10);

/** Returns a whole backup at a time, and those that follow it minute by minute. */
function chain(at: number, length: number): BackupName[] {
  return Array.from({ length }, (_, i) =>
    nameBackup(at + i * MINUTE, i === 0 ? null : at + (i - 1) * MINUTE),
  );
}

const timesOf = (backups: readonly BackupName[] | null) => backups?.map(({ at }) => at);

test("a name says when, and what it builds on; the later one is the greater", () => {
  const [whole, next] = chain(START, 2);
  expect(whole?.name).toBe("2026-11-01T10-00-00-000Z.whole.age");
  expect(next?.name).toBe("2026-11-01T10-01-00-000Z.after-2026-11-01T10-00-00-000Z.age");
  for (const backup of [whole, next]) expect(parseBackupName(backup?.name ?? "")).toEqual(backup);
});

test.each([
  "",
  "2026-11-01T10-00-00-000Z.whole.age.part",
  "2026-11-01T10-00-00-000Z.age",
  "2026-11-01T10:00:00.000Z.whole.age",
  "2026-99-01T10-00-00-000Z.whole.age",
  "other.age",
])("%j is no backup", (name) => expect(parseBackupName(name)).toBe(null));

test("a restore takes the newest that is not later, and all that it builds on", () => {
  const all = [...chain(START, 3), ...chain(START + HOUR, 2)];
  expect(timesOf(chainTo(all, START + 2 * MINUTE + 1))).toEqual([0, 1, 2].map((n) => START + n * MINUTE));
  expect(timesOf(chainTo(all, START + MINUTE))).toEqual([START, START + MINUTE]);
  expect(timesOf(chainTo(all, START + HOUR))).toEqual([START + HOUR]);
  expect(chainTo(all, START - 1)).toEqual([]);
});

test("a chain with a gap cannot be restored", () => {
  const [whole, , last] = chain(START, 3);
  expect(
    chainTo(
      [whole, last].flatMap((each) => each ?? []),
      START + HOUR,
    ),
  ).toBe(null);
});

test("all of the last day are kept, and of each day before it the last whole one", () => {
  const day = (n: number) => START + n * DAY;
  const all = [
    ...chain(day(0), 3),
    ...chain(day(1), 3),
    ...chain(day(1) + HOUR, 3),
    ...chain(day(2), 3),
    ...chain(day(3), 3),
  ];
  const expired = expiredBackups(all, day(3) + HOUR, 3 * DAY);
  const kept = all.filter((backup) => !expired.includes(backup));
  expect(timesOf(kept)).toEqual([day(1) + HOUR, day(2), ...chain(day(3), 3).map(({ at }) => at)]);
});

test("what a kept one builds on is kept", () => {
  const long = Array.from({ length: 25 }, (_, i) =>
    nameBackup(START + i * HOUR, i === 0 ? null : START + (i - 1) * HOUR),
  );
  expect(expiredBackups([...long, ...chain(START + 26 * HOUR, 1)], START + 26 * HOUR, 30 * DAY)).toEqual([]);
});

test("the newest are kept although the clock says that they are old", () => {
  expect(expiredBackups(chain(START, 3), START + 1_000 * DAY, DAY)).toEqual([]);
});
