/** PostgreSQL while the synchronous standby that commits wait for is away (docs/operate.md). */
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { PostgresStore } from "../../src/storage/journal/postgres-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { systemTime } from "../../src/time.ts";

/** What a server opens for its writes: no more commits wait for each. */
const WRITE_CONNECTIONS = 6;
/** ms within which nothing that waits for a commit can answer. */
const PROMPT = 2_000;
const LONG = 1_000_000_000;

test.skipIf(lacks("postgres"))(
  "while a standby is away, reads are answered, few commits wait, and other writes are refused at once",
  async () => {
    const postgres = await PostgresProcess.start();
    onTestFinished(() => postgres.stop());
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const database = await PostgresDatabase.open(postgres.url, { migrations: POSTGRES_MIGRATIONS, log });
    onTestFinished(() => database.close());
    const store = new PostgresStore(
      database,
      { finished: LONG, unfinished: LONG, results: LONG },
      systemTime,
    );
    const create = (match: string) => store.create({ match, code: match, game: "flower-war" }, ["{}"]);
    const createMany = (kind: string) =>
      Promise.allSettled(Array.from({ length: 20 }, (_, i) => create(`${kind}-${i}`)));
    const within = async (promise: Promise<unknown>) => {
      const from = systemTime.monotonic();
      await promise;
      return systemTime.monotonic() - from;
    };
    const waitForStandby = async (name: string) => {
      await postgres.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await postgres.query("SELECT pg_reload_conf()");
    };
    const countWaiting = async () => {
      const [row] = await postgres.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
      return Number(row?.["n"]);
    };

    await create("before");
    await waitForStandby("nobody");
    // The new configuration is read a moment later.
    const probe = async () => {
      void create(`probe-${systemTime.monotonic()}`).catch(() => {});
      return countWaiting();
    };
    await expect.poll(probe).toBeGreaterThan(0);
    const hanging = createMany("hanging");
    expect(await within(store.findHead("before"))).toBeLessThan(PROMPT);
    expect(await within(store.read("before"))).toBeLessThan(PROMPT);
    expect(await database.isAvailable()).toBe(true);
    expect(new Set((await hanging).map(({ status }) => status))).toEqual(new Set(["rejected"]));
    for (const round of ["second", "third"]) {
      expect(await within(createMany(round))).toBeLessThan(PROMPT);
      expect(await within(store.findHead("before"))).toBeLessThan(PROMPT);
    }
    expect(await countWaiting()).toBeLessThanOrEqual(WRITE_CONNECTIONS);

    await waitForStandby("");
    await expect.poll(() => create(`after-${systemTime.monotonic()}`).catch(String)).toBeUndefined();
    // Each process of PostgreSQL reads the new configuration by itself.
    await expect.poll(countWaiting).toBe(0);
    expect(lines).toEqual(["database unavailable", "database available again"]);
  },
);
