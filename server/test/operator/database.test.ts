/** The database of a running server is replaced only by one that was checked and confirmed, and what was replaced is kept. */
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { request as httpRequest } from "node:http";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Writable } from "node:stream";
import { CLOSE, type RefusalBody } from "@flower-war/protocol";
import {
  type KeptDatabases,
  OPERATOR_PATHS,
  type RestoredDatabase,
  type UploadedDatabase,
} from "@flower-war/protocol/operator";
import type { Request, Response } from "express";
import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { LocalRooms } from "../../src/cluster/local-rooms.ts";
import { Backups, type BackupsPorts } from "../../src/operator/backups.ts";
import { systemRandom } from "../../src/random.ts";
import { bearer, createGuest } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { playCommands } from "../support/cluster.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { post, requestSeat } from "../support/post.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const PASSWORD = "admin-password-of-tests";
const TYPE = { "content-type": "application/vnd.sqlite3" };

let time: FakeTime;
let server: RunningServer;
let dataDir: string;
beforeEach(async () => {
  time = new FakeTime();
  dataDir = temporaryFolder();
  server = await startOnFakeTime(time, { dataDir, adminPassword: PASSWORD });
  onTestFinished(() => server.stop());
});

/** A JSON answer with its status. */
interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

async function upload<T = UploadedDatabase>(
  body: BodyInit,
  headers: Record<string, string> = TYPE,
): Promise<Answer<T>> {
  const init = { method: "PUT", body, headers: { ...bearer(PASSWORD), ...headers }, duplex: "half" };
  const response = await fetch(server.operatorUrl + OPERATOR_PATHS.database, init);
  return { status: response.status, body: (await response.json()) as T };
}

function confirm<T = RestoredDatabase>(restore: unknown): Promise<Answer<T>> {
  return post<T>(server.operatorUrl, OPERATOR_PATHS.restore, { restore }, bearer(PASSWORD));
}

async function readKept(): Promise<KeptDatabases> {
  const response = await fetch(server.operatorUrl + OPERATOR_PATHS.keptDatabases, {
    headers: bearer(PASSWORD),
  });
  return (await response.json()) as KeptDatabases;
}

async function backUp(): Promise<Buffer<ArrayBuffer>> {
  const response = await fetch(server.operatorUrl + OPERATOR_PATHS.database, { headers: bearer(PASSWORD) });
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`no backup: ${body.toString()}`);
  return body;
}

/** Returns the rows of a database in these bytes. */
function readFrom(bytes: Buffer, sql: string): Record<string, unknown>[] {
  const file = join(temporaryFolder(), "other.db");
  writeFileSync(file, bytes);
  const database = new DatabaseSync(file);
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

/** Returns the bytes of a database that SQLite wrote. */
function databaseWith(change: (database: DatabaseSync) => void, from?: Buffer): Buffer<ArrayBuffer> {
  const file = join(temporaryFolder(), "other.db");
  if (from) writeFileSync(file, from);
  const database = new DatabaseSync(file);
  change(database);
  database.exec("PRAGMA journal_mode = DELETE");
  database.close();
  return readFileSync(file);
}

/** Returns the files beside the database that a restore wrote or moved. */
const filesOfRestores = () => readdirSync(dataDir).filter((name) => /restore|replaced|next/.test(name));

describe("a file that is sent to replace the database is refused, and changes nothing, if it", () => {
  const ours = { whole: async () => backUp() };
  test.each<[string, () => Promise<BodyInit> | BodyInit, Record<string, string>, string]>([
    ["is empty", () => "", TYPE, "empty"],
    ["is empty, and said to be JSON", () => "", { "content-type": "application/json" }, "empty"],
    ["is an empty JSON object", () => "{}", { "content-type": "application/json" }, "not-sqlite"],
    ["is text", () => "no database ".repeat(1_000), TYPE, "not-sqlite"],
    ["is zeros alone", () => Buffer.alloc(1_000_000), TYPE, "not-sqlite"],
    ["is the first bytes of a database", () => "SQLite", TYPE, "not-sqlite"],
    ["ends in its header", () => "SQLite format 3\0", TYPE, "incomplete"],
    ["is cut in a page", async () => (await ours.whole()).subarray(0, -100), TYPE, "incomplete"],
    ["lacks its last page", async () => (await ours.whole()).subarray(0, -4096), TYPE, "incomplete"],
    ["lacks all but its first page", async () => (await ours.whole()).subarray(0, 4096), TYPE, "incomplete"],
    ["has zeros for pages", async () => (await ours.whole()).fill(0, 4096), TYPE, "damaged"],
    [
      "is another program's",
      () => databaseWith((other) => other.exec("CREATE TABLE a (b)")),
      TYPE,
      "foreign",
    ],
    [
      "says that it is ours, and holds nothing",
      () =>
        databaseWith((other) =>
          other.exec("PRAGMA application_id = 0x466c5772; CREATE TABLE a (b); DROP TABLE a"),
        ),
      TYPE,
      "foreign",
    ],
    [
      "says that it is of our version, and lacks our tables",
      () =>
        databaseWith((other) =>
          other.exec(
            "PRAGMA application_id = 0x466c5772; PRAGMA user_version = 1; CREATE TABLE heads (match)",
          ),
        ),
      TYPE,
      "foreign",
    ],
    [
      "lacks one of our tables",
      async () => databaseWith((copy) => copy.exec("DROP TABLE results"), await ours.whole()),
      TYPE,
      "foreign",
    ],
    [
      "has a stranger's trigger",
      async () =>
        databaseWith(
          (copy) => copy.exec("CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM heads; END"),
          await ours.whole(),
        ),
      TYPE,
      "foreign",
    ],
    [
      "is of a later version",
      async () => databaseWith((copy) => copy.exec("PRAGMA user_version = 99"), await ours.whole()),
      TYPE,
      "newer",
    ],
    [
      "has a fact that is not where its index says",
      async () => databaseWith((copy) => copy.exec("UPDATE facts SET text = 'other'"), await ours.whole()),
      TYPE,
      "damaged",
    ],
  ])("%s", async (_, content, headers, reason) => {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 2);
    const refused = await upload<RefusalBody>(await content(), headers);
    expect(refused).toMatchObject({ status: 400, body: { code: "bad-database", reason } });
    await playCommands(players, 2);
    await until(() => players.every(({ state }) => state.n === 4), "all players to show 4 entries");
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
    expect(filesOfRestores()).toEqual([]);
  });

  test("is larger than any, before it is sent", async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const headers = { ...bearer(PASSWORD), "content-length": String(2 ** 50) };
    const sent = httpRequest(
      server.operatorUrl + OPERATOR_PATHS.database,
      { method: "PUT", headers },
      (response) => resolve(response.statusCode),
    );
    sent.once("error", reject).flushHeaders();
    expect(await promise).toBe(413);
    sent.destroy();
    expect(filesOfRestores()).toEqual([]);
  });

  test("ends before it is whole, since its sender went away", async () => {
    const headers = { ...bearer(PASSWORD), "content-length": "1000000" };
    const sent = httpRequest(server.operatorUrl + OPERATOR_PATHS.database, { method: "PUT", headers }).on(
      "error",
      () => {},
    );
    sent.write((await backUp()).subarray(0, 5_000));
    await until(() => filesOfRestores().length > 0, "the upload to begin");
    expect(await upload<RefusalBody>(await backUp())).toMatchObject({
      status: 409,
      body: { code: "restore-busy" },
    });
    sent.destroy();
    await until(() => filesOfRestores().length === 0, "the upload to be deleted");
  });

  test("comes from a sender who is not the admin, before it is read", async () => {
    for (const headers of [{}, bearer("somebody-elses-password")]) {
      const refused = await upload<RefusalBody>(await backUp(), { authorization: "", ...headers });
      expect(refused).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    }
    expect((await post(server.operatorUrl, OPERATOR_PATHS.restore, { restore: "x" })).status).toBe(401);
    expect((await fetch(server.operatorUrl + OPERATOR_PATHS.keptDatabases)).status).toBe(401);
  });
});

describe("a backup that is sent", () => {
  test("replaces nothing, and says what it holds and what it would replace", async () => {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 2);
    const backup = await backUp();
    const written = time.now();
    await time.pass(5_000);
    await createGuest(server.url);
    await seatPlayers(server.url, { seats: 2 });
    await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId: "sun-temple" }, bearer(PASSWORD));
    const { status, body } = await upload(backup);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        restore: expect.stringMatching(/^[\w-]{21}$/),
        until: time.now() + 600_000,
        holds: { matches: { running: 1, finished: 0 }, temples: 0, players: 0, writtenAt: written },
        replaces: { matches: { running: 2, finished: 0 }, temples: 1, players: 1, writtenAt: time.now() },
        deletes: null,
      },
    });
    await playCommands(players, 2);
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
  });

  test("replaces the database when that is confirmed, which can be undone, and that too", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 2);
    const { body: uploaded } = await upload(await backUp());
    await playCommands(players, 2);
    const readAfter = async () => {
      const [player] = players;
      if (!player) throw new Error("the match has players");
      await until(() => player.closeCode === CLOSE.moved, "the connection to close with 4012");
      const { token } = player.reserved;
      const again = await TestClient.watch(server.url, await requestSeat(server.url, match, { token }));
      players.splice(0, players.length, again);
      return again.state.n;
    };
    const restored = await confirm(uploaded.restore);
    expect(restored).toMatchObject({ status: 200, body: { undo: expect.any(String) } });
    expect(await readAfter()).toBe(2);
    expect(await readKept()).toMatchObject({
      current: { matches: { running: 1 } },
      kept: [
        {
          id: restored.body.undo,
          replacedAt: expect.any(Number),
          holds: { matches: { running: 1, finished: 0 } },
        },
      ],
    });
    const undone = await confirm(restored.body.undo);
    expect(await readAfter()).toBe(4);
    expect((await readKept()).kept.map(({ id }) => id)).toEqual([undone.body.undo]);
    await confirm(undone.body.undo);
    expect(await readAfter()).toBe(2);
  });

  test("can be confirmed once, with its own id, and within 10 minutes", async () => {
    const backup = await backUp();
    const first = await upload(backup);
    const second = await upload(backup);
    const unknown = { status: 404, body: { code: "unknown-restore", field: "restore" } };
    for (const id of [first.body.restore, "x", "", "../flower-war.db", "flower-war.db"])
      expect(await confirm<RefusalBody>(id)).toMatchObject(unknown);
    expect(await confirm<RefusalBody>(7)).toMatchObject({
      status: 400,
      body: { code: "bad-request", field: "restore" },
    });
    expect((await confirm(second.body.restore)).status).toBe(200);
    expect(await confirm<RefusalBody>(second.body.restore)).toMatchObject(unknown);
    const third = await upload(backup);
    await time.pass(599_000);
    expect(filesOfRestores()).toContain(`restore-${third.body.restore}.db`);
    await time.pass(1_000);
    await until(
      () => !filesOfRestores().some((name) => name.startsWith("restore")),
      "the upload to be deleted",
    );
    expect(await confirm<RefusalBody>(third.body.restore)).toMatchObject(unknown);
  });

  test("is confirmed by one of two at once", async () => {
    const { body: uploaded } = await upload(await backUp());
    const answers = await Promise.all([1, 2].map(() => confirm<RefusalBody>(uploaded.restore)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("restore-busy");
    expect((await readKept()).kept).toHaveLength(1);
  });

  test("is refused when it was damaged after it was sent, and changes nothing", async () => {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const { body: uploaded } = await upload(await backUp());
    truncateSync(join(dataDir, `restore-${uploaded.restore}.db`), 8_192);
    expect(await confirm<RefusalBody>(uploaded.restore)).toMatchObject({
      status: 400,
      body: { code: "bad-database", reason: "incomplete" },
    });
    await playCommands(players, 2);
    expect((await readKept()).kept).toEqual([]);
  });

  test("of an earlier version is brought to this one", async () => {
    const old = readFileSync(new URL("../storage/version-2.db", import.meta.url));
    const { status, body } = await upload(old);
    expect({ status, body }).toMatchObject({ status: 200, body: { holds: { players: 0 } } });
    expect((await confirm(body.restore)).status).toBe(200);
    const { current, kept } = await readKept();
    expect(current).toEqual(body.holds);
    expect(kept).toHaveLength(1);
  });

  test("is not left behind by a server that stops", async () => {
    await upload(await backUp());
    expect(filesOfRestores()).not.toEqual([]);
    await server.stop();
    expect(filesOfRestores()).toEqual([]);
  });
});

test("no server counts as having run since the backup: what slept then is charged nothing for it", async () => {
  await seatPlayers(server.url, { seats: 2, clock: { profile: "quick" } });
  await time.pass(2_000);
  const backup = await backUp();
  const [sign] = readFrom(backup, "SELECT max(alive_at) AS at FROM heartbeats");
  const { body } = await upload(backup);
  await time.pass(300_000);
  const restored = time.now();
  await confirm(body.restore);
  const rows = readFrom(await backUp(), "SELECT began_at, ended_at FROM downtimes");
  expect(rows).toEqual([{ began_at: sign?.["at"], ended_at: restored }]);
});

test("three replaced databases are kept: whoever replaces a fourth is told which is deleted", async () => {
  const backup = await backUp();
  const undos: string[] = [];
  for (let restores = 0; restores < 4; restores += 1) {
    await time.pass(1_000);
    const { body } = await upload(backup);
    expect(body.deletes?.id).toBe(restores < 3 ? undefined : undos[0]);
    undos.push((await confirm(body.restore)).body.undo);
  }
  expect((await readKept()).kept.map(({ id }) => id)).toEqual(undos.slice(1).toReversed());
  expect(filesOfRestores()).toHaveLength(3);
});

test("files that an earlier version or an operator left beside the database are neither listed nor deleted", async () => {
  const backup = await backUp();
  const theirs = [
    "flower-war.db.replaced-1795201230123",
    "flower-war.db.replaced-by-me",
    "flower-war.db.old",
  ];
  for (const name of theirs) writeFileSync(join(dataDir, name), "");
  for (let restores = 0; restores < 4; restores += 1) await confirm((await upload(backup)).body.restore);
  expect((await readKept()).kept).toHaveLength(3);
  expect(theirs.filter((name) => existsSync(join(dataDir, name)))).toEqual(theirs);
});

/** Returns what copies and replaces a database, without the server around it. */
function backupsOf(ports: Pick<BackupsPorts, "database" | "readFree"> & Partial<BackupsPorts>): Backups {
  const backups = new Backups({
    heartbeats: { whileReplaced: (replace) => replace() },
    forget: () => {},
    sleep: { noteReplaced: async () => {} },
    rooms: new LocalRooms(),
    time,
    random: systemRandom,
    log: pino({ level: "silent" }),
    ...ports,
  });
  onTestFinished(() => backups.close());
  return backups;
}

test("a backup whose reader leaves is a line in the log, and leaves no copy", async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  const database = await openDatabase();
  const headers = { type: () => response, set: () => {}, headersSent: true };
  // As a socket that its client closed: the pipeline ends with ERR_STREAM_PREMATURE_CLOSE.
  const response = Object.assign(new Writable({ write: () => void response.destroy() }), headers);
  const backups = backupsOf({ database, log, readFree: async () => 0 });

  await backups.send(response as unknown as Response);

  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["backup cut off"]);
  expect(readdirSync(dirname(database.file)).filter((name) => name.startsWith("backup"))).toEqual([]);
});

describe("a backup that the disk has no room for", () => {
  /** Sends it to a server whose disk has so many bytes free. */
  async function uploadTo(free: number, length: string | undefined) {
    const database = await openDatabase();
    const file = join(temporaryFolder(), "backup.db");
    await database.backup(file);
    const backups = backupsOf({ database, readFree: async () => free });
    const request = Object.assign(createReadStream(file), { get: () => length });
    const answer = backups.receive(request as unknown as Request);
    const files = () => readdirSync(dirname(database.file)).filter((name) => name.startsWith("restore"));
    return { answer, files };
  }

  test.each([
    ["by its Content-Length", "1000000"],
    ["as it arrives", undefined],
  ])("is refused %s, and 64 MB stay free for the matches", async (_, length) => {
    const { answer, files } = await uploadTo(64 * 2 ** 20 + 10_000, length);
    await expect(answer).rejects.toMatchObject({ body: { code: "disk-full" } });
    expect(files()).toEqual([]);
  });

  test("is taken if it fits", async () => {
    const { answer, files } = await uploadTo(64 * 2 ** 20 + 10_000_000, undefined);
    const { restore } = await answer;
    expect(files()).toEqual([`restore-${restore}.db`]);
  });
});
