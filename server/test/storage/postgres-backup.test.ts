/** Drills with PostgreSQL's own tools, as docs/operate.md describes them: matches are written all the while. */
import { once } from "node:events";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks, programPath } from "../../../test/support/programs.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import {
  JournalOutcomeUnknown,
  type JournalStore,
  JournalUnavailable,
} from "../../src/storage/journal/journal.ts";
import { PostgresStore } from "../../src/storage/journal/postgres-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { systemTime } from "../../src/time.ts";
import { temporaryFolder } from "../support/database.ts";
import { until } from "../support/until.ts";
import { someName, someRow } from "./journal-suite.ts";

const RETENTION = { finished: 1e12, unfinished: 1e12, results: 1e12 };
const MATCHES = Array.from({ length: 8 }, (_, i) => `match${i}`);

/** ms after which what a test waits for is taken to fail. */
const WAIT = 60_000;

/** Waits until PostgreSQL answers that a condition holds. */
async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: WAIT, interval: 20 });
}

/** Starts a PostgreSQL that is stopped when the test is over. */
async function start(starting: Promise<PostgresProcess>): Promise<PostgresProcess> {
  const postgres = await starting;
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function openStore(url: string): Promise<JournalStore> {
  const options = { migrations: POSTGRES_MIGRATIONS, log: pino({ level: "silent" }) };
  const database = await PostgresDatabase.open(url, options);
  onTestFinished(() => database.close());
  return new PostgresStore(database, RETENTION, systemTime);
}

/** Writes one fact after the other into each match, as the owner of each does. */
class Writers {
  /** Acknowledged facts of each match. */
  readonly acknowledged = new Map<string, number>();
  readonly #store: JournalStore;
  #isStopped = false;
  #done: Promise<unknown> = Promise.resolve();

  constructor(store: JournalStore) {
    this.#store = store;
  }

  async start(): Promise<void> {
    for (const [i, match] of MATCHES.entries()) {
      await this.#store.create(someName(match, `C${i}`), [someRow(1)]);
      this.acknowledged.set(match, 1);
    }
    this.#done = Promise.all(MATCHES.map((match) => this.#write(match)));
    // A test that fails closes the database: then each write would be refused at once, without a turn of the event loop.
    onTestFinished(() => this.stop());
  }

  /** Waits until each match has so many more facts. */
  async waitForMore(facts: number): Promise<void> {
    const least = new Map([...this.acknowledged].map(([match, n]) => [match, n + facts]));
    const hasAll = () => MATCHES.every((match) => this.#countOf(match) >= (least.get(match) ?? 0));
    await until(hasAll, `${facts} more facts of every match`, WAIT);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  #countOf(match: string): number {
    return this.acknowledged.get(match) ?? 0;
  }

  async #write(match: string): Promise<void> {
    for (let epoch = 1; !this.#isStopped; ) {
      const n = this.#countOf(match);
      try {
        await this.#store.append(match, { epoch, n }, [someRow(n + 1)], false);
        this.acknowledged.set(match, n + 1);
      } catch (error) {
        // After an unknown outcome the match is restored from what is stored.
        if (error instanceof JournalOutcomeUnknown) epoch = await this.#restore(match);
        else if (!(error instanceof JournalUnavailable)) throw error;
      }
    }
  }

  /** Returns the match's epoch; 0 if it was stopped before. Nothing acknowledged may be missing. */
  async #restore(match: string): Promise<number> {
    while (!this.#isStopped) {
      try {
        const stored = await this.#store.takeOver(match);
        expect(stored?.rows.length).toBeGreaterThanOrEqual(this.#countOf(match));
        this.acknowledged.set(match, stored?.rows.length ?? 0);
        return stored?.epoch ?? 0;
      } catch (error) {
        if (!(error instanceof JournalUnavailable) && !(error instanceof JournalOutcomeUnknown)) throw error;
      }
    }
    return 0;
  }
}

/** Expects every acknowledged fact, each once and in order. */
async function expectAll(store: JournalStore, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  for (const [match, n] of acknowledged) {
    const { rows = [] } = (await store.read(match)) ?? {};
    expect(rows.length, match).toBeGreaterThanOrEqual(n);
    expect(rows, match).toEqual(rows.map((_, i) => someRow(i + 1)));
  }
}

/** Opens an address that stays while what is behind it changes, as a virtual address or a proxy does. */
async function openAddress(first: PostgresProcess) {
  let target = first;
  const gate = createServer((client) => {
    const server = connect(target.port, "127.0.0.1");
    client.pipe(server).pipe(client);
    client.on("error", () => server.destroy()).on("close", () => server.destroy());
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(gate, "listening");
  onTestFinished(() => void gate.close());
  const { port } = gate.address() as AddressInfo;
  return {
    url: first.url.replace(`:${first.port}/`, `:${port}/`),
    moveTo(other: PostgresProcess) {
      target = other;
    },
  };
}

/** Returns the commands of docs/journal.md that run this program. */
function documented(program: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/journal.md"), "utf8");
  return text.split("\n").filter((line) => line.startsWith(`${program} `));
}

describe.skipIf(lacks("postgres", "pg_dump", "pg_restore", "psql"))("a dump of PostgreSQL", () => {
  test.each([
    ["the database's owner", "NOSUPERUSER"],
    ["an administrator, as in Compose", "SUPERUSER"],
  ])(
    "is whole although people play, and is restored by %s over what a newer version left",
    async (_, rights) => {
      const postgres = await start(PostgresProcess.start());
      await postgres.query(`CREATE ROLE flower_war LOGIN ${rights}`);
      await postgres.query("CREATE DATABASE flower_war OWNER flower_war");
      const url = postgres.urlOf("flower_war").replace("postgres@", "flower_war@");
      const cwd = temporaryFolder();
      const path = `${dirname(programPath("pg_dump"))}:${process.env["PATH"]}`;
      const run = async (commands: readonly string[]) => {
        expect(commands).not.toEqual([]);
        for (const command of commands) {
          await promisify(execFile)("sh", ["-c", command], {
            cwd,
            env: { PATH: path, DATABASE_URL: url },
          });
        }
      };
      const writers = new Writers(await openStore(url));
      await writers.start();
      await writers.waitForMore(5);
      const acknowledged = new Map(writers.acknowledged);
      const dumped = run(documented("pg_dump"));
      await writers.waitForMore(5);
      await dumped;
      const atEnd = new Map(writers.acknowledged);
      await writers.stop();

      // The second time from a dump of what was restored.
      for (const isDumpedAgain of [false, true]) {
        if (isDumpedAgain) await run(documented("pg_dump"));
        await postgres.query(
          "CREATE TABLE later (); TRUNCATE facts; UPDATE flower_war SET version = 99",
          url,
        );
        await run([...documented("psql"), ...documented("pg_restore")]);
      }
      const store = await openStore(url);
      await expectAll(store, acknowledged);
      for (const [match, n] of atEnd)
        expect((await store.read(match))?.rows.length).toBeLessThanOrEqual(n + 1);
      for (const match of MATCHES) expect(await store.takeOver(match)).toMatchObject({ epoch: 2 });
      expect(await postgres.query("SELECT to_regclass('later') AS later", url)).toEqual([{ later: null }]);
    },
  );
});

describe.skipIf(lacks("postgres", "pg_basebackup"))("a PostgreSQL that is lost", () => {
  test("is restored to a point in time from a base backup taken while people play, and its archive", async () => {
    const archive = join(temporaryFolder(), "archive");
    mkdirSync(archive);
    for (const folder of [archive, join(archive, "..")]) chmodSync(folder, 0o777);
    const archiving = { archive_mode: "on", archive_command: `cp %p ${archive}/%f` };
    const postgres = await start(PostgresProcess.start({ settings: archiving }));
    const writers = new Writers(await openStore(postgres.url));
    await writers.start();
    await writers.waitForMore(5);
    const backup = await postgres.backUp();
    await writers.waitForMore(5);
    const acknowledged = new Map(writers.acknowledged);
    await postgres.query("SELECT pg_create_restore_point('before the accident')");
    await writers.waitForMore(5);
    await writers.stop();
    await postgres.query("TRUNCATE facts");
    const [{ name: last } = {}] = await postgres.query("SELECT pg_walfile_name(pg_switch_wal()) AS name");
    const isArchived = async () => {
      const [row] = await postgres.query("SELECT last_archived_wal AS name FROM pg_stat_archiver");
      return String(row?.["name"]) >= String(last);
    };
    await waitFor(isArchived);
    await postgres.kill("SIGQUIT");

    const settings = {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: "before the accident",
      recovery_target_action: "promote",
    };
    const restored = await start(PostgresProcess.startFrom(backup, { as: "recovery", settings }));
    const isPrimary = async () => {
      const [row] = await restored.query("SELECT pg_is_in_recovery() AS recovers");
      return row?.["recovers"] === false;
    };
    await waitFor(isPrimary);
    const store = await openStore(restored.url);
    await expectAll(store, acknowledged);
    for (const match of MATCHES) expect(await store.takeOver(match)).toMatchObject({ epoch: 2 });
  });

  test("loses nothing acknowledged when its synchronous standby is promoted while people play", async () => {
    const primary = await start(PostgresProcess.start());
    const standby = await start(PostgresProcess.startFrom(await primary.backUp(), { as: "standby" }));
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query("SELECT pg_reload_conf()");
    const isSynchronous = async () => {
      const [row] = await primary.query("SELECT sync_state FROM pg_stat_replication");
      return row?.["sync_state"] === "sync";
    };
    await waitFor(isSynchronous);
    const address = await openAddress(primary);
    const store = await openStore(address.url);
    const writers = new Writers(store);
    await writers.start();
    await writers.waitForMore(5);
    await primary.kill("SIGKILL");
    await standby.promote();
    address.moveTo(standby);
    await writers.waitForMore(5);
    await writers.stop();
    await expectAll(store, writers.acknowledged);
  });
});
