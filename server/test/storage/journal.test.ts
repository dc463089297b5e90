import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { type Database, DatabaseRequestError } from "../../src/storage/database/database.ts";
import {
  JournalDamaged,
  JournalOutcomeUnknown,
  JournalUnavailable,
  type RetentionPeriods,
} from "../../src/storage/journal/journal.ts";
import { PostgresStore } from "../../src/storage/journal/postgres-store.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { systemTime, type Time } from "../../src/time.ts";
import { openDatabase } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { journalSuite, someName, someRow } from "./journal-suite.ts";

/** ms: a result is stored for a minute, everything else longer. */
const SHORT: RetentionPeriods = { finished: 1e12, unfinished: 1e12, results: 60_000 };
const RETENTION: RetentionPeriods = { finished: 1e12, unfinished: 1e12, results: 1e12 };

journalSuite("memory", async (retention, time) => new SqliteStore(memoryDatabase(), retention, time));
let database: Database;
const ROW = "match = (SELECT id FROM heads WHERE match = ?) AND n = ?";
journalSuite(
  "SQLite",
  async (retention, time) => new SqliteStore((database = await openDatabase()), retention, time),
  {
    async changeRow(match, n) {
      const sql = `UPDATE facts SET text = replace(text, 'ñ', 'n') WHERE ${ROW}`;
      expect(await database.change({ sql, values: [match, n] })).toBe(true);
    },
    async removeRow(match, n) {
      expect(await database.change({ sql: `DELETE FROM facts WHERE ${ROW}`, values: [match, n] })).toBe(true);
    },
    async openNewer() {
      await database.close();
      const file = new DatabaseSync(database.file);
      file.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
      file.close();
      await openDatabase(database.file);
    },
  },
);

describe.each([
  ["memory", async (time: Time) => new SqliteStore(memoryDatabase(), SHORT, time)],
  ["SQLite", async (time: Time) => new SqliteStore(await openDatabase(), SHORT, time)],
])("results in %s", (_, open) => {
  test("are deleted when their retention is over", async () => {
    const time = new FakeTime();
    const store = await open(time);
    await store.create(someName("m"), [someRow(1)]);
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], true, "result");
    await time.pass(SHORT.results);
    expect([await store.deleteExpired(), await store.findResult("m")]).toEqual([0, "result"]);
    await time.pass(1);
    expect([await store.deleteExpired(), await store.findResult("m")]).toEqual([1, null]);
  });
});

test("a write of unknown outcome in SQLite is `unavailable` to who asked, and not one that did not happen", async () => {
  const failing = await openDatabase();
  const store = new SqliteStore(failing, RETENTION, systemTime);
  const request = vi.spyOn(failing, "request");
  for (const write of [() => store.create(someName("m"), [someRow(1)]), () => store.takeOver("m")]) {
    request.mockRejectedValueOnce(new DatabaseRequestError("unknown", "the thread ended"));
    const error: unknown = await write().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JournalOutcomeUnknown);
    expect(error).toMatchObject({ body: { code: "unavailable" } });
  }
});

test("a damaged result in SQLite counts as none", async () => {
  const damaged = await openDatabase();
  const store = new SqliteStore(damaged, RETENTION, systemTime);
  await store.create(someName("m"), [someRow(1)]);
  await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], true, "result");
  await damaged.change({ sql: "UPDATE results SET text = 'rusult'", values: [] });
  expect(await store.findResult("m")).toBeNull();
});

describe.skipIf(lacks("postgres"))("with PostgreSQL", () => {
  let postgres: PostgresProcess;
  let stored: PostgresDatabase;
  const log = pino({ level: "silent" });
  const open = (migrations = POSTGRES_MIGRATIONS) => PostgresDatabase.open(postgres.url, { migrations, log });
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    stored = await open();
  });
  afterAll(async () => {
    await stored.close();
    await postgres.stop();
  });

  const openEmpty = async (retention: RetentionPeriods, time: Time) => {
    await postgres.query("TRUNCATE heads, facts, results");
    return new PostgresStore(stored, retention, time);
  };

  /** Changes one row of a match. */
  async function damageRow(sql: string, match: string, n: number): Promise<void> {
    expect(await postgres.query(`${sql} WHERE match = '${match}' AND n = ${n} RETURNING n`)).toEqual([{ n }]);
  }

  journalSuite("PostgreSQL", openEmpty, {
    changeRow: (match, n) => damageRow("UPDATE facts SET text = replace(text, 'ñ', 'n')", match, n),
    removeRow: (match, n) => damageRow("DELETE FROM facts", match, n),
    async openNewer() {
      await postgres.query("UPDATE flower_war SET version = version + 1");
      const opened = open();
      await opened.catch(() => {});
      await postgres.query("UPDATE flower_war SET version = version - 1");
      await (await opened).close();
    },
  });

  test("results are deleted when their retention is over", async () => {
    const time = new FakeTime();
    const store = await openEmpty(SHORT, time);
    await store.create(someName("m"), [someRow(1)]);
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], true, "result");
    await time.pass(SHORT.results);
    expect([await store.deleteExpired(), await store.findResult("m")]).toEqual([0, "result"]);
    await time.pass(1);
    expect([await store.deleteExpired(), await store.findResult("m")]).toEqual([1, null]);
  });

  test("a damaged result counts as none", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], true, "result");
    await postgres.query("UPDATE results SET text = 'rusult'");
    expect(await store.findResult("m")).toBeNull();
  });

  test("a row that was moved to another epoch, position or match is damaged", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    for (const [i, change] of ["epoch = 2", "n = 3", "match = 'other'", "checksum = 1"].entries()) {
      await store.create(someName(`m${i}`), [someRow(1), someRow(2)]);
      await damageRow(`UPDATE facts SET ${change}`, `m${i}`, 2).catch(() => {});
      await expect(store.read(`m${i}`)).rejects.toThrow(JournalDamaged);
    }
  });

  test.each(["n + 1", "n - 1"])(
    "a match of whose head the number of rows is wrong (%s) is damaged",
    async (n) => {
      const store = await openEmpty(RETENTION, systemTime);
      await store.create(someName("m"), [someRow(1), someRow(2)]);
      await postgres.query(`UPDATE heads SET n = ${n}`);
      await expect(store.read("m")).rejects.toThrow(JournalDamaged);
      await expect(store.takeOver("m")).rejects.toThrow(JournalDamaged);
    },
  );

  test("the appends of one turn are one statement, and so are those that come while it runs", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    const names = Array.from({ length: 40 }, (_, i) => someName(`m${i}`, `C${i}`));
    await Promise.all(names.map((name) => store.create(name, [someRow(1)])));
    const transactions = `SELECT count(DISTINCT xmin::text)::int AS n FROM facts WHERE n BETWEEN`;
    const appendTo = (n: number) =>
      Promise.all(names.map(({ match }) => store.append(match, { epoch: 1, n: n - 1 }, [someRow(n)], false)));
    await appendTo(2);
    expect(await postgres.query(`${transactions} 2 AND 2`)).toEqual([{ n: 1 }]);
    await Promise.all([appendTo(3), appendTo(4)]);
    expect(await postgres.query(`${transactions} 3 AND 4`)).toEqual([{ n: 2 }]);
    expect(await store.read("m7")).toEqual({ epoch: 1, rows: [1, 2, 3, 4].map(someRow) });
  });

  test("a takeover waits for an append that is under way, and returns its rows", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    // Another session holds the head, so that append and takeover wait for it in this order.
    await withLockedHead("m", async (waiting) => {
      const appended = store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
      await waiting(1);
      const taken = store.takeOver("m");
      await waiting(2);
      return async () => {
        await appended;
        expect(await taken).toEqual({ epoch: 2, rows: [someRow(1), someRow(2)] });
      };
    });
  });

  test("a takeover that waits too long is `unavailable`, and no session of PostgreSQL waits on for it", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    await withLockedHead("m", async (waiting) => {
      await expect(store.takeOver("m")).rejects.toThrow(JournalUnavailable);
      await waiting(0);
      return async () => expect(await store.takeOver("m")).toEqual({ epoch: 2, rows: [someRow(1)] });
    });
  });

  test("an append that PostgreSQL was never asked for is `unavailable`; one without an answer is unknown", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    await withLockedHead("m", async (waiting) => {
      const appended = store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
      const unknown = expect(appended).rejects.toThrow(JournalOutcomeUnknown);
      await waiting(1);
      await postgres.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      await unknown;
      return async () => expect(await store.read("m")).toEqual({ epoch: 1, rows: [someRow(1)] });
    });
    await postgres.kill("SIGQUIT");
    expect(await stored.isAvailable()).toBe(false);
    await expect(store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false)).rejects.toThrow(
      JournalUnavailable,
    );
    await postgres.restart();
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
    expect(await store.takeOver("m")).toEqual({ epoch: 2, rows: [someRow(1), someRow(2)] });
  });

  test("a creation or takeover without an answer is unknown, and `unavailable` to who asked", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    await withLockedHead(
      "m",
      async (waiting) => {
        for (const write of [
          () => store.takeOver("m"),
          () => store.create({ ...someName("other"), code: "M222" }, [someRow(1)]),
        ]) {
          const written = write();
          const unknown = expect(written).rejects.toThrow(JournalOutcomeUnknown);
          const answered = expect(written).rejects.toMatchObject({ body: { code: "unavailable" } });
          await waiting(1);
          await postgres.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
          );
          await Promise.all([unknown, answered]);
        }
        return async () => expect(await store.takeOver("m")).toEqual({ epoch: 2, rows: [someRow(1)] });
      },
      "LOCK TABLE heads IN EXCLUSIVE MODE",
    );
  });

  test("a statement that PostgreSQL refuses is `unavailable`, and nothing of it is written", async () => {
    const store = await openEmpty(RETENTION, systemTime);
    for (const match of ["m", "other"]) await store.create(someName(match), [someRow(1)]);
    await postgres.query("INSERT INTO facts VALUES ('m', 2, 1, 'left over', 0)");
    const written = await Promise.allSettled(
      ["m", "other"].map((match) => store.append(match, { epoch: 1, n: 1 }, [someRow(2)], false)),
    );
    expect(written).toMatchObject(
      [0, 1].map(() => ({ status: "rejected", reason: expect.any(JournalUnavailable) })),
    );
    expect(await store.read("other")).toEqual({ epoch: 1, rows: [someRow(1)] });
  });

  /**
   * Runs a task while another session holds a match's head; then that is released, and what the task returned is run.
   * The task gets a function that resolves when so many sessions wait for a lock.
   */
  async function withLockedHead(
    match: string,
    task: (waiting: (sessions: number) => Promise<void>) => Promise<() => Promise<unknown>>,
    lock = `SELECT FROM heads WHERE match = '${match}' FOR UPDATE`,
  ): Promise<void> {
    const holder = new pg.Client(postgres.url);
    await holder.connect();
    await holder.query(`BEGIN; ${lock}`);
    const count = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    const waiting = (sessions: number) =>
      vi.waitFor(async () => expect(await postgres.query(count)).toEqual([{ n: sessions }]), 60_000);
    try {
      const check = await task(waiting);
      await holder.query("COMMIT");
      await check();
    } finally {
      await holder.end();
    }
  }
});
