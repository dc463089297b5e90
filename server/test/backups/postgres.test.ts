/** Shipping backups of a PostgreSQL while matches are written, each restored in temporary tables; and filling an empty one. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { createBackupKey } from "../../src/backups/backup-key.ts";
import { fetchBackup } from "../../src/backups/fetch-backup.ts";
import { fillEmptyPostgres, tablesOf } from "../../src/backups/postgres-parts.ts";
import { Shipper } from "../../src/backups/shipper.ts";
import { GAMES } from "../../src/games/index.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { formatFact } from "../../src/storage/journal/facts.ts";
import { PostgresStore } from "../../src/storage/journal/postgres-store.ts";
import { PostgresClient, readConnectionOptions } from "../../src/storage/postgres/connection.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { systemTime } from "../../src/time.ts";
import { type FoldedMatch, verifyParts } from "../../src/verify-backup.ts";
import { temporaryFolder } from "../support/database.ts";
import { OTHER, PERSON, playFacts } from "../support/played-facts.ts";

const RETENTION = { finished: 1e12, unfinished: 1e12, results: 1e12 };
const LOG = pino({ level: "silent" });

async function openStore(url: string, migrations: readonly string[] | null = POSTGRES_MIGRATIONS) {
  const database = await PostgresDatabase.open(url, { migrations, log: LOG });
  onTestFinished(() => database.close());
  return { database, store: new PostgresStore(database, RETENTION, systemTime) };
}

async function addMatch(store: PostgresStore, match: string): Promise<void> {
  const steps = Array.from({ length: 3 }, () => [1_000, "player"] as const);
  const [created, ...facts] = playFacts([PERSON, OTHER], steps);
  if (created?.type !== "created") throw new Error("no match");
  const plan = { ...created.plan, match, code: match.toUpperCase().padEnd(4, "2") };
  const rows = [{ ...created, plan }, ...facts].map(formatFact);
  await store.create({ match, code: plan.code, game: plan.game }, rows);
}

describe.skipIf(lacks("postgres", "initdb"))("PostgreSQL", () => {
  test("each moment that was shipped is restored, by an owner without more rights, and one server ships", async () => {
    const postgres = await PostgresProcess.start();
    onTestFinished(() => postgres.stop());
    await postgres.query("CREATE ROLE flower_war LOGIN NOSUPERUSER");
    for (const name of ["live", "empty"]) await postgres.query(`CREATE DATABASE ${name} OWNER flower_war`);
    const urlOf = (name: string) => postgres.urlOf(name).replace("postgres@", "flower_war@");
    const [databaseUrl, empty] = [urlOf("live"), urlOf("empty")];
    const { database, store } = await openStore(databaseUrl);
    const folder = temporaryFolder();
    const place = { to: join(folder, "store"), keyFile: join(folder, "key"), s3: null };
    await createBackupKey(place.keyFile);
    const openShipper = () => {
      const scratch = temporaryFolder();
      const folded = new Map<string, FoldedMatch>();
      const shipper = new Shipper({
        place,
        scratch,
        kept: 1e12,
        databaseUrl,
        version: MIGRATIONS.length,
        tables: tablesOf(POSTGRES_MIGRATIONS),
        verify: (parts) => verifyParts(parts, { scratch, databaseUrl, games: GAMES, folded }),
      });
      onTestFinished(() => shipper.close());
      return shipper;
    };
    const [shipper, other] = [openShipper(), openShipper()];
    await expect(shipper.begin()).rejects.toMatchObject({ code: "backup-store" });
    mkdirSync(place.to);
    await expect.poll(() => shipper.begin(), { timeout: 60_000 }).toEqual({ newest: null });
    expect(await other.begin()).toBe(null);

    const tables =
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
    const names = (await database.query(tables)).map((row) => String(Reflect.get(row, "name")));
    expect(names.toSorted()).toEqual(tablesOf(POSTGRES_MIGRATIONS));
    await database.run({
      text: 'CREATE TABLE "Of 2 others" (id integer GENERATED ALWAYS AS IDENTITY)',
      values: [],
    });
    await addMatch(store, "one");
    const first = await shipper.ship(null);
    expect(first).toMatchObject({
      whole: true,
      contents: { matches: { running: 1, folded: 1, flawed: [] }, facts: 5 },
    });
    await addMatch(store, "two");
    await store.takeOver("one");
    const second = await shipper.ship(null);
    expect(second).toMatchObject({
      whole: false,
      contents: { matches: { running: 2, folded: 2 }, facts: 10 },
    });
    expect(second.bytes).toBeLessThan(first.bytes + 20_000);
    await database.run({ text: "DELETE FROM facts WHERE match = 'one'", values: [] });
    await database.run({ text: "DELETE FROM heads WHERE match = 'one'", values: [] });
    expect(await shipper.ship(null)).toMatchObject({ contents: { matches: { running: 1 }, facts: 5 } });

    const { parts } = await fetchBackup(place, second.at, temporaryFolder());
    const fill = (url: string) =>
      fillEmptyPostgres(new PostgresClient(readConnectionOptions(url)), parts, POSTGRES_MIGRATIONS);
    await fill(empty);
    await expect(fill(empty)).rejects.toMatchObject({ code: "backup-target" });
    await parts.close();
    const restored = await openStore(empty);
    for (const match of ["one", "two"]) expect((await restored.store.read(match))?.rows).toHaveLength(5);
    expect(await restored.store.findHead("one")).toMatchObject({ epoch: 2 });
    await addMatch(restored.store, "next");
    const ids = "SELECT match, id FROM heads ORDER BY id";
    expect((await restored.database.query(ids)).map((row) => Reflect.get(row, "match"))).toEqual([
      "one",
      "two",
      "next",
    ]);

    await shipper.close();
    await expect.poll(() => other.begin(), { timeout: 60_000 }).not.toBe(null);
    expect(await other.ship(null)).toMatchObject({ whole: true });
    const temporary = "SELECT count(*) AS left FROM pg_class WHERE relpersistence = 't'";
    await expect.poll(() => database.query(temporary), { timeout: 60_000 }).toEqual([{ left: 0 }]);
  });
});
