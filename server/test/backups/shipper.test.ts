/** Shipping backups of a SQLite database to a folder, each restored and verified; and what a restore says of damaged ones. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BackupError, type BackupErrorCode } from "../../src/backups/backup-error.ts";
import { readBackupFile, writeBackupFile } from "../../src/backups/backup-file.ts";
import { createBackupKey, readBackupKey } from "../../src/backups/backup-key.ts";
import { COPY } from "../../src/backups/backup-names.ts";
import type { BackupPlace } from "../../src/backups/backup-store.ts";
import { fetchBackup } from "../../src/backups/fetch-backup.ts";
import { Shipper, type VerifiedContents } from "../../src/backups/shipper.ts";
import { writeSqliteFile } from "../../src/backups/sqlite-parts.ts";
import { GAMES } from "../../src/games/index.ts";
import { MIGRATIONS } from "../../src/migrations.ts";
import { formatFact, type StoredFact } from "../../src/storage/journal/facts.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { statement } from "../../src/storage/sql-database.ts";
import { systemTime } from "../../src/time.ts";
import { type FoldedMatch, verifyParts } from "../../src/verify-backup.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { OTHER, PERSON, playFacts } from "../support/played-facts.ts";

const RETENTION = { finished: 1e12, unfinished: 1e12, results: 1e12 };
const START = Date.UTC(2026, 10, 20, 18);
const MINUTE = 60_000;
/** A fact with a command that no game has. */
const UNPLAYABLE = formatFact({
  type: "entry",
  at: 1_700_000_009_000,
  entry: { n: 4, id: "red:4", seat: "red", command: { type: "no" }, events: [] },
} as unknown as StoredFact);

const HEADER = {
  format: 1,
  kind: "sqlite",
  version: 1,
  parts: [
    ["0", "a"],
    ["1", "b"],
  ],
  sequences: [],
  base: null,
} as const;

/** Opens a database with a shipper for it. */
async function openShipping(kept = 30 * 86_400_000) {
  const folder = temporaryFolder();
  const [to, keyFile, scratch] = ["store", "key", "scratch"].map((name) => join(folder, name));
  if (!to || !keyFile || !scratch) throw new Error();
  await createBackupKey(keyFile);
  mkdirSync(to);
  const database = await openDatabase(join(folder, "flower-war.db"));
  const store = new SqliteStore(database, RETENTION, systemTime);
  const place: BackupPlace = { to, keyFile, s3: null };
  const verified = { scratch, databaseUrl: null, games: GAMES, folded: new Map<string, FoldedMatch>() };
  const fault = { verify: null as BackupErrorCode | null };
  const shipper = new Shipper({
    place,
    scratch,
    kept,
    databaseUrl: null,
    version: MIGRATIONS.length,
    tables: [],
    verify: (parts) => {
      if (fault.verify !== null) throw new BackupError(fault.verify, "no");
      return verifyParts(parts, verified);
    },
  });
  const addMatch = async (match: string, steps = 3) => {
    const [created, ...facts] = playFacts(
      [PERSON, OTHER],
      Array.from({ length: steps }, () => [1_000, "player"]),
    );
    if (created?.type !== "created") throw new Error("no match");
    const plan = { ...created.plan, match, code: match.toUpperCase().padEnd(4, "2") };
    const rows = [{ ...created, plan }, ...facts].map(formatFact);
    await store.create({ match, code: plan.code, game: plan.game }, rows);
  };
  const ship = async (at: number) => {
    await shipper.begin();
    await database.backup(join(scratch, COPY));
    return shipper.ship(at);
  };
  const files = () => readdirSync(to).toSorted();
  /** Returns what a restore has of a moment. */
  const restore = async (at: number, from = place): Promise<VerifiedContents> => {
    const drill = temporaryFolder();
    const { parts } = await fetchBackup(from, at, drill);
    const options = {
      scratch: drill,
      databaseUrl: null,
      games: GAMES,
      folded: new Map<string, FoldedMatch>(),
    };
    try {
      return await verifyParts(parts, options);
    } finally {
      await parts.close();
    }
  };
  return { database, place, scratch, store, shipper, fault, addMatch, ship, files, restore };
}

test("every moment that was shipped is restored, and no other", async () => {
  const { addMatch, ship, restore, files } = await openShipping();
  await addMatch("one");
  const first = await ship(START);
  expect(first).toMatchObject({
    whole: true,
    contents: { matches: { running: 1, folded: 1, flawed: [] }, facts: 5 },
  });
  await addMatch("two");
  expect(await ship(START + MINUTE)).toMatchObject({
    whole: false,
    contents: { matches: { running: 2, folded: 2 } },
  });
  await addMatch("three");
  expect(await ship(START + 2 * MINUTE)).toMatchObject({ contents: { matches: { running: 3, folded: 3 } } });
  expect(files()).toHaveLength(3);
  expect(await restore(START)).toMatchObject({ matches: { running: 1, folded: 1 }, facts: 5 });
  expect(await restore(START + 2 * MINUTE - 1)).toMatchObject({
    matches: { running: 2, folded: 2 },
    facts: 10,
  });
  expect(await restore(START + 3 * MINUTE)).toMatchObject({ matches: { running: 3, folded: 3 }, facts: 15 });
  await expect(restore(START - 1)).rejects.toMatchObject({ code: "backup-missing" });
});

test("a match that is over is counted in each backup, although its pages are read in the first alone", async () => {
  const { store, addMatch, ship } = await openShipping();
  await addMatch("one");
  const last: StoredFact = { type: "given-up", at: 1_700_000_009_000 };
  await store.append("one", { epoch: 1, n: 5 }, [formatFact(last)], true);
  const whole = { matches: { running: 0, over: 1, folded: 1 }, facts: 6 };
  expect((await ship(START)).contents).toMatchObject(whole);
  await addMatch("two");
  const both = { matches: { running: 1, over: 1, folded: 2 }, facts: 11 };
  expect((await ship(START + MINUTE)).contents).toMatchObject(both);
  expect((await ship(START + 25 * 60 * MINUTE)).contents).toMatchObject(both);
});

test("a match is played again when it is over, and when another server has it", async () => {
  const { store, addMatch, ship } = await openShipping();
  for (const match of ["one", "two"]) await addMatch(match);
  await store.append(
    "two",
    { epoch: 1, n: 5 },
    [formatFact({ type: "given-up", at: 1_700_000_009_000 })],
    true,
  );
  expect((await ship(START)).contents.matches).toMatchObject({ running: 1, over: 1, folded: 2 });
  await store.append("one", { epoch: 1, n: 5 }, [UNPLAYABLE], true);
  expect((await ship(START + MINUTE)).contents.matches).toMatchObject({ folded: 1, flawed: ["one"] });
  await store.takeOver("two");
  await store.append("two", { epoch: 2, n: 6 }, [UNPLAYABLE], true);
  expect((await ship(START + 2 * MINUTE)).contents.matches).toMatchObject({
    folded: 0,
    flawed: ["one", "two"],
  });
});

test("what changed is a small part of the whole", async () => {
  const { addMatch, database, ship, restore } = await openShipping();
  for (let i = 0; i < 20; i += 1) await addMatch(`match${i}`, 40);
  const { bytes: whole } = await ship(START);
  await database.change(statement("DELETE FROM running WHERE id = 2"));
  await addMatch("last");
  const { bytes: changes } = await ship(START + MINUTE);
  expect(changes).toBeLessThan(whole);
  expect(await restore(START + MINUTE)).toMatchObject({ matches: { running: 21, folded: 21 } });
});

test("a backup is whole again after a day, and then old ones are deleted", async () => {
  const day = 86_400_000;
  const { ship, files } = await openShipping(2 * day);
  for (let n = 0; n < 5; n += 1) {
    expect(await ship(START + n * day)).toMatchObject({ whole: true });
    expect(await ship(START + n * day + MINUTE)).toMatchObject({ whole: false });
  }
  const kept = files().map((name) => name.replaceAll(/T[\d-]+Z/g, ""));
  expect(kept).toEqual([
    "2026-11-23.whole.age",
    "2026-11-23.after-2026-11-23.age",
    "2026-11-24.whole.age",
    "2026-11-24.after-2026-11-24.age",
  ]);
});

test("a match that cannot be played again is named", async () => {
  const { store, addMatch, ship } = await openShipping();
  await addMatch("one");
  await addMatch("two");
  await store.append("two", { epoch: 1, n: 5 }, [UNPLAYABLE], false);
  expect(await ship(START)).toMatchObject({
    contents: { matches: { running: 2, folded: 1, flawed: ["two"] } },
  });
});

test("a match whose head is damaged is named", async () => {
  const { database, addMatch, ship } = await openShipping();
  await addMatch("one");
  await addMatch("two");
  // As the recovery of a damaged file marks it.
  await database.change(statement("UPDATE heads SET crc = -1 WHERE match = 'two'"));
  expect((await ship(START)).contents.matches).toMatchObject({ running: 2, folded: 1, flawed: ["two"] });
});

test("what a killed server left counts for nothing, and is removed", async () => {
  const { place, scratch, ship, files } = await openShipping();
  mkdirSync(scratch);
  writeFileSync(join(place.to, "2026-11-20T17-00-00-000Z.whole.age.part"), "half");
  writeFileSync(join(scratch, "parts"), "left");
  await ship(START);
  expect(files()).toEqual(["2026-11-20T18-00-00-000Z.whole.age"]);
  expect(readdirSync(scratch)).toEqual([]);
});

test("after a failure the next backup is whole", async () => {
  const { place, ship } = await openShipping();
  await ship(START);
  rmSync(place.to, { recursive: true });
  writeFileSync(place.to, "no folder");
  await expect(ship(START + MINUTE)).rejects.toMatchObject({ code: "backup-store" });
  rmSync(place.to);
  // A disk that is not mounted: a folder of that name would be on another one.
  await expect(ship(START + MINUTE)).rejects.toMatchObject({ code: "backup-store" });
  mkdirSync(place.to);
  expect(await ship(START + 2 * MINUTE)).toMatchObject({ whole: true });
});

test("of those that are not verified the newest stays, until one is; a damaged one never does", async () => {
  const { fault, ship, files } = await openShipping();
  await ship(START);
  fault.verify = "backup-target";
  for (const n of [1, 2, 3]) {
    await expect(ship(START + n * MINUTE)).rejects.toMatchObject({ code: "backup-target" });
    expect(files()).toEqual(["2026-11-20T18-00-00-000Z.whole.age", expect.stringContaining(`T18-0${n}`)]);
  }
  fault.verify = "backup-damaged";
  await expect(ship(START + 4 * MINUTE)).rejects.toMatchObject({ code: "backup-damaged" });
  expect(files()).toEqual(["2026-11-20T18-00-00-000Z.whole.age"]);
  fault.verify = null;
  for (const n of [5, 6]) await ship(START + n * MINUTE);
  expect(files()).toHaveLength(3);
});

test("old ones that cannot be deleted are no failure, and are deleted after the next backup", async () => {
  const { place, ship, files } = await openShipping(86_400_000);
  const old = join(place.to, "2026-11-19T06-00-00-000Z.whole.age");
  mkdirSync(old);
  expect(await ship(START)).toMatchObject({ deleted: 0, undeleted: expect.stringContaining(place.to) });
  rmSync(old, { recursive: true });
  writeFileSync(old, "");
  expect(await ship(START + MINUTE)).toMatchObject({ whole: false, deleted: 1, undeleted: null });
  expect(files()).toHaveLength(2);
  expect(await ship(START + 2 * MINUTE)).toMatchObject({ deleted: 0, undeleted: null });
});

test("one who begins to ship learns of which moment the newest backup is", async () => {
  const { shipper, ship } = await openShipping();
  expect(await shipper.begin()).toEqual({ newest: null });
  await ship(START);
  await ship(START + MINUTE);
  await shipper.close();
  expect(await shipper.begin()).toEqual({ newest: START + MINUTE });
});

test("after the clock was set back a backup is whole, under the name of the new time", async () => {
  const { addMatch, ship, restore } = await openShipping();
  await ship(START + 10 * MINUTE);
  expect(await ship(START + 11 * MINUTE)).toMatchObject({ whole: false });
  await addMatch("one");
  expect(await ship(START)).toMatchObject({ whole: true, at: START });
  expect(await restore(START + 5 * MINUTE)).toMatchObject({ matches: { running: 1 } });
});

test("a copy that cannot be written is no outage of the database", async () => {
  const lines: string[] = [];
  const database = await openDatabase(undefined, lines);
  await expect(database.backup(join(temporaryFolder(), "none", "copy.db"))).rejects.toThrow();
  expect(lines).toEqual([]);
});

test("of a restore that fails no file is left", async () => {
  const file = join(temporaryFolder(), "restored.db");
  const read = async (name: string) => (name === "0" ? randomBytes(100) : Promise.reject(new Error("gone")));
  await expect(writeSqliteFile(file, { header: HEADER, read })).rejects.toMatchObject({
    code: "backup-target",
  });
  expect(existsSync(file)).toBe(false);
});

/** Changes a file of the store. */
type Harm = (bytes: Buffer) => Uint8Array;
const flip =
  (at: number): Harm =>
  (bytes) =>
    bytes.with(at < 0 ? bytes.length + at : at, (bytes.at(at) ?? 0) ^ 1);

test.each<[string, Harm, string]>([
  ["has a bit flipped in its first line", flip(3), "backup-damaged"],
  ["has a bit flipped in its header", flip(120), "backup-damaged"],
  ["has a bit flipped in the middle", flip(2_000), "backup-damaged"],
  ["has a bit flipped at its end", flip(-1), "backup-damaged"],
  ["is cut by a byte", (bytes) => bytes.subarray(0, -1), "backup-damaged"],
  ["is cut to half", (bytes) => bytes.subarray(0, bytes.length / 2), "backup-damaged"],
  ["is cut within its header", (bytes) => bytes.subarray(0, 40), "backup-damaged"],
  ["is empty", () => Buffer.alloc(0), "backup-damaged"],
])("a backup that %s is refused", async (_, harm, code) => {
  const { addMatch, place, ship, files, restore } = await openShipping();
  await addMatch("one");
  await ship(START);
  const file = join(place.to, files()[0] ?? "");
  writeFileSync(file, harm(readFileSync(file)));
  await expect(restore(START)).rejects.toMatchObject({ code });
});

test("a backup that builds on a missing one is refused", async () => {
  const { addMatch, place, ship, files, restore } = await openShipping();
  for (const n of [0, 1, 2]) {
    await addMatch(`match${n}`);
    await ship(START + n * MINUTE);
  }
  const [whole = "", next = ""] = files().map((name) => join(place.to, name));
  rmSync(next);
  await expect(restore(START + 2 * MINUTE)).rejects.toMatchObject({ code: "backup-incomplete" });
  expect(await restore(START)).toMatchObject({ matches: { running: 1 } });
  rmSync(whole);
  await expect(restore(START + 2 * MINUTE)).rejects.toMatchObject({ code: "backup-incomplete" });
});

test("a backup under another one's name is refused", async () => {
  const { place, ship, files, restore } = await openShipping();
  await ship(START);
  const [file = ""] = files();
  renameSync(join(place.to, file), join(place.to, file.replace("T18", "T19")));
  await expect(restore(START + 120 * MINUTE)).rejects.toMatchObject({ code: "backup-damaged" });
});

test("a source that cannot be read further, or a place that takes no more, ends the work with its error", async () => {
  const file = join(temporaryFolder(), "backup");
  const keyFile = join(temporaryFolder(), "key");
  await createBackupKey(keyFile);
  const key = await readBackupKey(keyFile);
  const backup = { at: START, base: null };
  const read = async (name: string) =>
    name === "0" ? randomBytes(1_000_000) : Promise.reject(new Error("gone"));
  const source = { header: HEADER, read, close: async () => {} };
  await expect(writeBackupFile(file, backup, source, key, new Map())).rejects.toThrow("gone");
  const whole = { ...source, read: async () => randomBytes(1_000_000) };
  await writeBackupFile(file, backup, whole, key, new Map());
  const content = new Blob([readFileSync(file)]).stream();
  await expect(readBackupFile(content, key, () => Promise.reject(new Error("full")))).rejects.toThrow("full");
});

test("another key opens nothing, and what is no key is refused", async () => {
  const { place, ship, restore } = await openShipping();
  await ship(START);
  const folder = temporaryFolder();
  const other = { ...place, keyFile: join(folder, "other") };
  await expect(restore(START, other)).rejects.toMatchObject({ code: "backup-key" });
  await createBackupKey(other.keyFile);
  await expect(restore(START, other)).rejects.toMatchObject({ code: "backup-key" });
  await expect(createBackupKey(other.keyFile)).rejects.toMatchObject({ code: "backup-key" });
  writeFileSync(other.keyFile, "AGE-SECRET-KEY-1NONE\n");
  await expect(restore(START, other)).rejects.toMatchObject({ code: "backup-key" });
});

test("a backup that cannot be read is not taken for a damaged one", async () => {
  const { place, ship, files, restore } = await openShipping();
  await ship(START);
  const file = join(place.to, files()[0] ?? "");
  rmSync(file);
  mkdirSync(file);
  await expect(restore(START)).rejects.toMatchObject({ code: "backup-store" });
});

test("a bucket without its access, or without a name, is refused", async () => {
  const { place, restore } = await openShipping();
  const access = { endpoint: "http://127.0.0.1:1", region: "r", accessKeyId: "a", secretAccessKey: "b" };
  await expect(restore(START, { ...place, to: "s3://bucket" })).rejects.toMatchObject({
    code: "backup-store",
  });
  for (const to of ["s3://", "s3://bucket"]) {
    await expect(restore(START, { ...place, to, s3: access })).rejects.toMatchObject({
      code: "backup-store",
    });
  }
});
