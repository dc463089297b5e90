import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";

describe.skipIf(lacks("postgres"))("a PostgreSQL database", () => {
  let postgres: PostgresProcess;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterAll(() => postgres.stop());

  let databases = 0;
  const createEmpty = () => postgres.createDatabase(`test_${(databases += 1)}`);

  async function open(
    url: string,
    migrations: readonly string[] = POSTGRES_MIGRATIONS,
    lines: string[] = [],
  ): Promise<PostgresDatabase> {
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const database = await PostgresDatabase.open(url, { migrations, log });
    onTestFinished(() => database.close());
    return database;
  }

  const ONE = "CREATE TABLE animals (name text PRIMARY KEY); INSERT INTO animals VALUES ('ocelot')";

  test("is migrated once by servers that start together", async () => {
    const url = await createEmpty();
    await Promise.all(
      Array.from({ length: 6 }, () => open(url, [ONE, "INSERT INTO animals VALUES ('coyote')"])),
    );
    expect(await postgres.query("SELECT count(*)::int AS n FROM animals", url)).toEqual([{ n: 2 }]);
    expect(await postgres.query("SELECT version FROM flower_war", url)).toEqual([{ version: 2 }]);
  });

  test("gets only the migrations that it lacks", async () => {
    const url = await createEmpty();
    await open(url, [ONE]);
    const two = await open(url, [ONE, "INSERT INTO animals VALUES ('coyote')"]);
    expect(await two.query("SELECT name FROM animals ORDER BY name")).toEqual([
      { name: "coyote" },
      { name: "ocelot" },
    ]);
  });

  test("is as it was after a migration that fails, and still usable by the old version", async () => {
    const url = await createEmpty();
    await open(url, [ONE]);
    const failing = [ONE, "DROP TABLE animals", "SELECT * FROM nowhere"];
    await expect(open(url, failing)).rejects.toThrow(/^DATABASE_URL .*"nowhere" does not exist\.$/);
    expect(await (await open(url, [ONE])).query("SELECT name FROM animals")).toEqual([{ name: "ocelot" }]);
  });

  test("is refused if a newer version wrote there: `database-newer`, and not changed", async () => {
    const url = await createEmpty();
    await open(url, [ONE, "SELECT 1"]);
    await expect(open(url, [ONE])).rejects.toThrow(
      "DATABASE_URL cannot be used (database-newer): a newer Flower War wrote there (its version is 2, this one reads up to 1); start the newer one again, or restore your dump from before the upgrade.",
    );
    expect(await postgres.query("SELECT version FROM flower_war", url)).toEqual([{ version: 2 }]);
  });

  test.each([
    ["does not exist", (url: string) => url.replace(/\w+$/, "nowhere"), "nowhere"],
    ["is of another encoding", (url: string) => url, "its encoding is LATIN1, UTF8 is needed"],
    ["cannot be reached", () => "postgres://me:secret@127.0.0.1:9/war", "ECONNREFUSED"],
    [
      "is named by an address with a certificate that is not there",
      () => "postgres://me:secret@h/war?sslrootcert=/none",
      "ENOENT",
    ],
  ])("that %s is refused in one sentence without its password", async (_, change, reason) => {
    await postgres
      .query("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
      .catch(() => {});
    const refused = await open(change(postgres.urlOf("latin"))).catch((error: unknown) => String(error));
    expect(refused).toMatch(/^StartError: DATABASE_URL [^\n]*\.$/);
    expect(refused).toContain(reason);
    expect(refused).not.toContain("secret");
  });

  test("runs statements all or none, and none if the first or a required one changes nothing", async () => {
    const database = await open(await createEmpty(), [ONE]);
    const add = (name: string) => ({
      sql: "INSERT INTO animals VALUES (?) ON CONFLICT DO NOTHING",
      values: [name],
    });
    const fail = { sql: "INSERT INTO animals VALUES (?)", values: ["ocelot"] };
    expect(await database.change(add("coyote"), add("heron"))).toBe(true);
    expect(await database.change(add("ocelot"), add("snake"))).toBe(false);
    await expect(database.change(add("rabbit"), fail)).rejects.toMatchObject({
      outcome: "refused",
      body: { code: "unavailable" },
    });
    expect(await database.change(add("rabbit"), { ...add("ocelot"), required: true })).toBe(false);
    const names = await database.query("SELECT name FROM animals WHERE name <> ? ORDER BY name", "heron");
    expect(names).toEqual([{ name: "coyote" }, { name: "ocelot" }]);
  });

  test("tries a transaction again that PostgreSQL rolled back for a deadlock, when the other one had time to go on", async () => {
    const url = await createEmpty();
    // Long enough for the test to see both wait, on a busy machine too.
    await postgres.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '2s'`);
    const setup = new pg.Client({ connectionString: url });
    await setup.connect();
    onTestFinished(() => setup.end());
    let slow: number | undefined;
    const retries: string[] = [];
    const log = pino({ level: "debug" }, { write: (line: string) => noteRetry(line) });
    function noteRetry(line: string): void {
      if (!line.includes("transaction retried")) return;
      retries.push(line);
      if (slow !== undefined) setTimeout(() => process.kill(slow as number, "SIGCONT"), 20);
    }
    const migrations = [`${ONE}; INSERT INTO animals VALUES ('coyote')`];
    const database = await PostgresDatabase.open(url, { migrations, log });
    onTestFinished(() => database.close());
    await setup.query("SELECT pg_advisory_lock(7)");
    const rename = (name: string, by: string) => ({
      sql: "UPDATE animals SET name = name || ? WHERE starts_with(name, ?)",
      values: [by, name],
    });
    const wait = { sql: "SELECT pg_advisory_xact_lock_shared(7)", values: [] };
    const [one, two] = [rename("ocelot", "!"), rename("coyote", "?")];
    const changes = [database.change(one, wait, two), database.change(two, wait, one)];
    const findWaiting = async (type: string): Promise<number[]> => {
      const sql = "SELECT pid FROM pg_locks WHERE NOT granted AND locktype = $1";
      const { rows } = await setup.query<{ pid: number }>(sql, [type]);
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(() => findWaiting("advisory")).toHaveLength(2);
    await setup.query("SELECT pg_advisory_unlock(7)");
    // One of the two is stopped, so that the other is rolled back, and tried again before that one can go on.
    const pid = await vi.waitUntil(async () => {
      const waiting = await findWaiting("transactionid");
      return waiting.length === 2 && waiting[0];
    });
    slow = pid;
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => void process.kill(pid, "SIGCONT"));
    expect(await Promise.all(changes)).toEqual([true, true]);
    expect(retries).toHaveLength(1);
    expect(await database.query("SELECT name FROM animals ORDER BY name")).toEqual([
      { name: "coyote??" },
      { name: "ocelot!!" },
    ]);
  });

  test("commits are synchronous, whatever the default of the server, unless the operator asks for more", async () => {
    const url = await createEmpty();
    const name = new URL(url).pathname.slice(1);
    for (const [set, used] of [
      ["off", "on"],
      ["remote_apply", "remote_apply"],
    ]) {
      await postgres.query(`ALTER DATABASE ${name} SET synchronous_commit = ${set}`);
      const database = await open(url, [ONE]);
      expect(await database.query("SHOW synchronous_commit")).toEqual([{ synchronous_commit: used }]);
    }
  });

  test("is used again when PostgreSQL is back, which is logged once", async () => {
    const lines: string[] = [];
    const url = await createEmpty();
    const database = await open(url, [ONE], lines);
    expect(await database.isAvailable()).toBe(true);
    await postgres.kill("SIGQUIT");
    expect(await database.isAvailable()).toBe(false);
    expect(await database.isAvailable()).toBe(false);
    await postgres.restart();
    expect(await database.isAvailable()).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: "database-unavailable", msg: "database unavailable", reason: expect.any(String) },
      { msg: "database available again" },
    ]);
  });

  test("that refuses a statement is not logged as away; which statement is wrong is", async () => {
    const lines: string[] = [];
    const database = await open(await createEmpty(), [ONE], lines);
    const refused = { outcome: "refused", body: { code: "unavailable" } };
    await expect(database.query("SELECT name FROM animals WHERE name = ?", "\0")).rejects.toMatchObject(
      refused,
    );
    await expect(database.query("SELECT 1 / ?", 0)).rejects.toMatchObject(refused);
    expect(await database.isAvailable()).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: "database-refused", sqlState: "22021", msg: "database statement refused" },
      { code: "database-refused", sqlState: expect.any(String), msg: "database statement refused" },
    ]);
    expect(lines).toHaveLength(2);
  });

  test("notices damage by the disk where it has data checksums", async () => {
    const damaged = await PostgresProcess.start({ dataChecksums: true });
    onTestFinished(() => damaged.stop());
    const lines: string[] = [];
    const database = await open(damaged.url, [ONE], lines);
    await damaged.query("CHECKPOINT");
    const [{ file } = {}] = await damaged.query(
      "SELECT current_setting('data_directory') || '/' || pg_relation_filepath('animals') AS file",
    );
    await damaged.kill("SIGQUIT");
    const page = readFileSync(String(file));
    page[page.indexOf("ocelot")] = "O".charCodeAt(0);
    writeFileSync(String(file), page);
    await damaged.restart();
    await expect.poll(() => database.isAvailable()).toBe(true);
    await expect(database.query("SELECT name FROM animals")).rejects.toMatchObject({ outcome: "refused" });
    const last = JSON.parse(lines.at(-1) ?? "") as unknown;
    expect(last).toMatchObject({ code: "database-refused", sqlState: "XX001" });
  });

  test("that is frozen is given up after a timeout, and used again when it thaws", async () => {
    const database = await open(await createEmpty(), [ONE]);
    expect(await database.isAvailable()).toBe(true);
    postgres.freeze();
    const asked = database.query("SELECT name FROM animals");
    await expect(asked).rejects.toMatchObject({ outcome: "unknown" });
    postgres.thaw();
    expect(await database.query("SELECT name FROM animals")).toEqual([{ name: "ocelot" }]);
  });
});
