/** Where chat is stored, in each kind of database (docs/protocol.md, "Chat"). */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { ChatStore, type StoredLine } from "../../src/chat/chat-store.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import type { JournalStore, RetentionPeriods } from "../../src/storage/journal/journal.ts";
import { PostgresStore } from "../../src/storage/journal/postgres-store.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import type { Time } from "../../src/time.ts";
import { openDatabase } from "../support/database.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { FakeTime } from "../support/fake-time.ts";
import { someName, someRow } from "../storage/journal-suite.ts";

const DAY = 86_400_000;
const RETENTION: RetentionPeriods = { finished: DAY, unfinished: DAY, results: DAY };

function someLine(n: number, facts: Partial<StoredLine> = {}): StoredLine {
  return {
    n,
    at: 1_790_000_000_000 + n,
    seat: "east",
    name: "Citlali",
    text: "¿un minuto? 🌺",
    reaction: "",
    sender: "east",
    id: `line-${n}`,
    hidden: false,
    ...facts,
  };
}

function chatSuite(open: () => Promise<ChatStore>): void {
  test("returns the lines of one match in order, with all that is known of them", async () => {
    const store = await open();
    const spoken = someLine(1);
    const reaction = someLine(2, { text: "", reaction: "bravo", sender: "west", seat: "west" });
    const watched = someLine(3, { seat: null, sender: "/Jun", name: "Jun", hidden: true });
    for (const line of [spoken, watched, reaction]) expect(await store.append("m", line)).toBe(true);
    await store.append("other", someLine(1));
    expect(await store.read("m")).toEqual(expect.arrayContaining([spoken, reaction, watched]) as unknown);
    expect(await store.read("none")).toEqual([]);
  });

  test("stores no second line of a number, nor of a sender's id", async () => {
    const store = await open();
    await store.append("m", someLine(1));
    expect(await store.append("m", someLine(1, { id: "another" }))).toBe(false);
    expect(await store.append("m", someLine(2, { id: "line-1" }))).toBe(false);
    expect(await store.append("m", someLine(2, { id: "line-1", sender: "west" }))).toBe(true);
    expect(await store.read("m")).toHaveLength(2);
  });
}

/** What only a database has: it deletes, and it can be away. */
function databaseSuite(
  open: (time: Time) => Promise<{ chat: ChatStore; journal: JournalStore; close: () => Promise<void> }>,
) {
  test("is deleted with its match's record", async () => {
    const time = new FakeTime();
    const { chat, journal } = await open(time);
    for (const match of ["kept", "gone"]) {
      await journal.create(someName(match), [someRow(1)]);
      await chat.append(match, someLine(1));
    }
    await time.pass(DAY - 1);
    await journal.append("kept", { epoch: 1, n: 1 }, [someRow(2)], true);
    await journal.append("gone", { epoch: 1, n: 1 }, [someRow(2)], true);
    expect(await journal.deleteExpired()).toBe(0);
    expect(await chat.read("gone")).toHaveLength(1);
    await time.pass(2 * DAY);
    expect(await journal.deleteExpired()).toBe(2);
    expect(await chat.read("gone")).toEqual([]);
  });

  test("is refused with `unavailable` while the database is away", async () => {
    const { chat, close } = await open(new FakeTime());
    await close();
    await expect(chat.append("m", someLine(1))).rejects.toMatchObject({ body: { code: "unavailable" } });
    await expect(chat.read("m")).rejects.toMatchObject({ body: { code: "unavailable" } });
  });
}

describe("chat in memory", () => {
  chatSuite(async () => new ChatStore(memoryDatabase()));
});

describe("chat in SQLite", () => {
  chatSuite(async () => new ChatStore(await openDatabase()));
  databaseSuite(async (time) => {
    const database = await openDatabase();
    return {
      chat: new ChatStore(database),
      journal: new SqliteStore(database, RETENTION, time),
      close: () => database.close(),
    };
  });
});

describe.skipIf(lacks("postgres"))("chat in PostgreSQL", () => {
  let postgres: PostgresProcess;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterAll(() => postgres.stop());

  let databases = 0;
  async function open(): Promise<PostgresDatabase> {
    const url = await postgres.createDatabase(`test_${(databases += 1)}`);
    const log = pino({ level: "silent" });
    return PostgresDatabase.open(url, { migrations: POSTGRES_MIGRATIONS, log });
  }
  async function openForTest(): Promise<PostgresDatabase> {
    const database = await open();
    onTestFinished(() => database.close());
    return database;
  }

  chatSuite(async () => new ChatStore(await openForTest()));
  databaseSuite(async (time) => {
    const database = await open();
    let closed: Promise<void> | null = null;
    const close = () => (closed ??= database.close());
    onTestFinished(close);
    return { chat: new ChatStore(database), journal: new PostgresStore(database, RETENTION, time), close };
  });
});
