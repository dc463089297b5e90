/** The lock by which servers know who uses a PostgreSQL, while connections are lost. */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { makeTempFolder } from "../../../test/support/temp-folder.ts";
import { startServer } from "../../src/app.ts";
import { LOCKS } from "../../src/storage/postgres/connection.ts";
import { UseLock } from "../../src/storage/postgres/use-lock.ts";
import { FakeTime } from "../support/fake-time.ts";
import { until, untilRead } from "../support/until.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const FAST_TIME = fileURLToPath(new URL("../support/fast-time.ts", import.meta.url));

/** ms between two checks of the lock. */
const CHECK = 2_000;
/** ms after which PostgreSQL has ended the connection of a machine that is gone. */
const KEEPALIVE = 30_000;

/** Returns a list to which a sentence is added when it comes. */
function collect(coming: Promise<string>): string[] {
  const sentences: string[] = [];
  void coming.then((sentence) => sentences.push(sentence));
  return sentences;
}

describe.skipIf(lacks("postgres"))("the lock of a server that is alone", () => {
  let postgres: PostgresProcess;
  let url: string;
  let databases = 0;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    url = await postgres.createDatabase(`lock_${(databases += 1)}`);
  });

  const holders = async () => {
    const held = `SELECT pid FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND objid = ${LOCKS.use[1]} AND datname = current_database() AND granted`;
    return (await postgres.query(held, url)).map(({ pid }) => Number(pid));
  };

  async function acquire() {
    const time = new FakeTime();
    const lock = await UseLock.acquire(url, { shared: false, time, log: pino({ level: "silent" }) });
    onTestFinished(() => lock.release());
    const sentences = collect(lock.taken);
    const checkOnce = async () => {
      await time.pass(CHECK);
      await until(() => sentences.length > 0 || time.isDueIn(CHECK), "the check to end");
    };
    return { lock, time, checkOnce, sentences };
  }

  /** Ends the lock's connection, and takes the lock in another session, which holds it until it is ended. */
  async function takeAway(): Promise<pg.Client> {
    const other = new pg.Client(url);
    onTestFinished(() => other.end());
    await other.connect();
    const [pid] = await holders();
    // It waits for the lock first: a server that connects again at once could be faster.
    const isTaken = other.query("SELECT pg_advisory_lock($1, $2)", [...LOCKS.use]);
    const waiting = `SELECT pid FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND datname = current_database() AND NOT granted`;
    await untilRead(
      () => postgres.query(waiting, url),
      ({ length }) => length > 0,
      "the other session to wait",
    );
    await postgres.query(`SELECT pg_terminate_backend(${pid}, 10000)`, url);
    await isTaken;
    return other;
  }

  test("is taken again after the session of its lost connection has ended, however late", async () => {
    const { checkOnce, sentences } = await acquire();
    const session = await takeAway();
    for (let ms = 0; ms <= KEEPALIVE; ms += CHECK) await checkOnce();
    expect(sentences).toEqual([]);
    await session.end();
    await checkOnce();
    expect(await holders()).toHaveLength(1);
    expect(sentences).toEqual([]);
  });

  test("is another server's if that still holds it when the own session must have ended", async () => {
    const { checkOnce, sentences } = await acquire();
    await takeAway();
    for (let ms = 0; ms <= 2 * KEEPALIVE && sentences.length === 0; ms += CHECK) await checkOnce();
    expect(sentences).toEqual([expect.stringContaining("database-held")]);
  });

  test("is not held any more once it is released, also while it is taken again", async () => {
    const { lock, time } = await acquire();
    await (await takeAway()).end();
    await time.pass(CHECK);
    await lock.release();
    expect(await holders()).toEqual([]);
  });

  test("is not held by a server that cannot start", async () => {
    await (await startServer({ databaseUrl: url })).stop();
    await postgres.query("UPDATE flower_war SET version = 99", url);
    await expect(startServer({ databaseUrl: url })).rejects.toThrow("database-newer");
    expect(await holders()).toEqual([]);
  });

  test("that another server took ends its server with the reason", async () => {
    const time = new FakeTime();
    const server = await startServer({ databaseUrl: url, time });
    onTestFinished(() => server.stop());
    const sentences = collect(server.broken);
    await takeAway();
    while (sentences.length === 0) await time.pass(CHECK);
    expect(sentences[0]).toMatch(/^DATABASE_URL cannot be used \(database-held\)/);
  });

  test("that another server took ends its server's process with code 1 and the reason", async () => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const folder = makeTempFolder();
    const child = fork(MAIN, {
      env: { PATH, NODE_COMPILE_CACHE, PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, DATABASE_URL: url },
      execArgv: ["--conditions=@flower-war/source", "--import", FAST_TIME],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    await takeAway();
    const [[code], stderr] = await Promise.all([once(child, "exit"), text(child.stderr as Readable)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL cannot be used \(database-held\): .*\n$/);
  });
});
