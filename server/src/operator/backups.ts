import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type {
  KeptDatabase,
  KeptDatabases,
  RestoredDatabase,
  UploadedDatabase,
} from "@flower-war/protocol/operator";
import type { Request, Response } from "express";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { liveMatches } from "../match/room.ts";
import type { Ports } from "../ports.ts";
import { newId } from "../random.ts";
import { type RefusalError, refuse } from "../refusal.ts";
import { readContents, readContentsOf } from "../storage/contents.ts";
import type { Database } from "../storage/database/database.ts";
import { DatabaseFlawError, DiskFullError, isDiskFull } from "../storage/database/errors.ts";
import type { ReplacedFile } from "../storage/database/replaced.ts";
import type { Heartbeats } from "../storage/heartbeats/heartbeats.ts";
import type { MatchSleep } from "../storage/sleep/match-sleep.ts";
import type { Cancel } from "../time.ts";
import { writeUpload } from "./write-upload.ts";

/** Names of the temporary files, whose ids are those of `newId`, and of what SQLite has beside them. */
const TEMPORARY = /^(?:backup|restore)-[\w-]{21}\.db(?:-wal|-shm|-journal)?$/;

/** ms for which an upload waits for its confirmation. */
const UPLOAD_KEPT = 600_000;
/** How many replaced databases are kept. */
const MAX_KEPT = 3;

/** A file that was verified and waits for its confirmation. */
interface Upload {
  readonly id: string;
  readonly file: string;
  cancelExpiry: Cancel;
}

export interface BackupsPorts extends Ports {
  /** `null`: this server has none of its own. */
  readonly database: Database | null;
  readonly heartbeats: Pick<Heartbeats, "whileReplaced">;
  readonly sleep: Pick<MatchSleep, "noteReplaced">;
  /** Called when an earlier database has replaced this one, which makes cached reads stale. */
  readonly forget: () => void;
  readonly rooms: LocalRooms;
  /** Tells how many bytes a folder's disk has left for the server. */
  readonly readFree?: (folder: string) => Promise<number>;
}

/**
 * Copies and replaces the server's database for its admin, while matches are played. What replaces it is verified first and then
 * confirmed; what was replaced is kept.
 */
export class Backups {
  readonly #ports: BackupsPorts;
  #upload: Upload | null = null;
  #isBusy = false;

  constructor(ports: BackupsPorts) {
    this.#ports = ports;
  }

  /** Removes the temporary files of a server that was killed. Call it before others. */
  async removeLeftovers(): Promise<void> {
    const { database } = this.#ports;
    if (database === null) return;
    const folder = dirname(database.file);
    const left = (await readdir(folder)).filter((name) => TEMPORARY.test(name));
    for (const name of left) await rm(join(folder, name), { force: true });
  }

  /** Deletes an upload that was not confirmed. */
  async close(): Promise<void> {
    await this.#dropUpload();
  }

  /**
   * Sends a copy of the whole database as it is at one moment, without blocking writes.
   * @throws `RefusalError` with `no-database` or `unavailable`
   */
  async send(response: Response): Promise<void> {
    const database = this.#requireDatabase();
    const file = this.#temporary(database, "backup", newId(this.#ports.random));
    try {
      await database.backup(file);
      const { size } = await stat(file);
      response.type("application/vnd.sqlite3").set("Content-Length", String(size));
      await pipeline(createReadStream(file), response);
      this.#ports.log.info("database backed up");
    } catch (error) {
      if (!response.headersSent) throw error;
      // The client sees from the length that the copy is cut off.
      response.destroy();
      this.#ports.log.warn({ err: error }, "backup cut off");
    } finally {
      await removeDatabase(file);
    }
  }

  /**
   * Stores a file that is to replace the database, and verifies it. It waits 10 minutes for `restore`; the upload before it is deleted.
   * @throws `RefusalError` with `no-database`, `restore-busy`, `too-large`, `disk-full`, `bad-database` or `unavailable`: then nothing
   * is left of it
   */
  async receive(request: Request): Promise<UploadedDatabase> {
    const database = this.#requireDatabase();
    return this.#alone(async () => {
      await this.#dropUpload();
      const id = newId(this.#ports.random);
      const file = this.#temporary(database, "restore", id);
      try {
        await asRefusals(writeUpload(request, file, this.#ports.readFree));
        await verify(database, file);
        const holds = await readContentsOf(database, file);
        if (holds === null) throw refuse("unavailable");
        const replaces = await readContents(database);
        const [deleted] = database.listReplaced().slice(MAX_KEPT - 1);
        const deletes = deleted ? await this.#describe(database, deleted) : null;
        const until = this.#keepUpload({ id, file, cancelExpiry: () => {} });
        this.#ports.log.info({ holds }, "database uploaded");
        return { restore: id, until, holds, replaces, deletes };
      } catch (error) {
        await removeDatabase(file);
        throw error;
      }
    });
  }

  /**
   * Replaces the database by an upload or by one that was kept; the replaced one is kept beside it. Matches in play then go on as the
   * new one has them: their clients are disconnected and reconnect.
   * @throws `RefusalError` with `no-database`, `restore-busy`, `unknown-restore`, `bad-database`, `disk-full` or `unavailable`
   */
  async restore(id: string): Promise<RestoredDatabase> {
    const database = this.#requireDatabase();
    return this.#alone(async () => {
      const upload = this.#upload?.id === id ? this.#upload : null;
      const file = upload?.file ?? database.listReplaced().find((kept) => kept.id === id)?.file;
      if (file === undefined) throw refuse("unknown-restore", { field: "restore" });
      upload?.cancelExpiry();
      try {
        const replaced = await this.#ports.heartbeats.whileReplaced(async () => {
          const kept = await asRefusals(database.restore(file));
          this.#ports.forget();
          const noted = this.#ports.sleep.noteReplaced();
          // At once: rooms of restored matches stay.
          for (const match of liveMatches(this.#ports.rooms)) match.moveOut();
          await noted.catch((err: unknown) => this.#ports.log.warn({ err }, "downtime not noted"));
          return kept;
        });
        if (upload) this.#upload = null;
        this.#ports.log.warn({ restored: id, replaced: replaced.file }, "database replaced by a backup");
        await this.#removeOldest(database, replaced);
        return { undo: replaced.id };
      } finally {
        if (this.#upload) this.#keepUpload(this.#upload);
      }
    });
  }

  /**
   * Lists the databases that were replaced and can be restored.
   * @throws `RefusalError` with `no-database`, `restore-busy` or `unavailable`
   */
  async listKept(): Promise<KeptDatabases> {
    const database = this.#requireDatabase();
    return this.#alone(async () => {
      const kept: KeptDatabase[] = [];
      for (const replaced of database.listReplaced()) kept.push(await this.#describe(database, replaced));
      return { current: await readContents(database), kept };
    });
  }

  #requireDatabase(): Database {
    if (this.#ports.database === null) throw refuse("no-database");
    return this.#ports.database;
  }

  /** Runs what nothing else may disturb: no file is moved or deleted while it is read. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) throw refuse("restore-busy");
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #temporary({ file }: Database, purpose: "backup" | "restore", id: string): string {
    return join(dirname(file), `${purpose}-${id}.db`);
  }

  /** @returns when it is deleted, ms since 1970 */
  #keepUpload(upload: Upload): number {
    const { time, log } = this.#ports;
    const expire = () => {
      this.#dropUpload().catch((err: unknown) => log.warn({ err }, "upload not removed"));
    };
    upload.cancelExpiry = time.after(UPLOAD_KEPT, expire, { background: true });
    this.#upload = upload;
    return time.now() + UPLOAD_KEPT;
  }

  async #dropUpload(): Promise<void> {
    const upload = this.#upload;
    if (upload === null) return;
    upload.cancelExpiry();
    this.#upload = null;
    await removeDatabase(upload.file);
  }

  async #describe(database: Database, { id, file, replacedAt }: ReplacedFile): Promise<KeptDatabase> {
    return { id, replacedAt, holds: await readContentsOf(database, file) };
  }

  /** Never the last replaced one, whatever its date by the clock. */
  async #removeOldest(database: Database, last: ReplacedFile): Promise<void> {
    const others = database.listReplaced().filter(({ id }) => id !== last.id);
    for (const { file } of others.slice(MAX_KEPT - 1)) {
      await removeDatabase(file);
      this.#ports.log.info({ file }, "oldest kept database deleted");
    }
  }
}

/** Deletes a database with the files that SQLite has beside it. */
async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(file + suffix, { force: true });
}

async function verify(database: Database, file: string): Promise<void> {
  await asRefusals(database.verify(file));
}

/** Translates what the storage finds wrong into refusals. */
async function asRefusals<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): RefusalError | null {
  if (error instanceof DatabaseFlawError) return refuse("bad-database", { reason: error.flaw });
  if (error instanceof DiskFullError || isDiskFull(error)) return refuse("disk-full");
  // The client is gone, and does not read the answer.
  if (error instanceof Error && Reflect.get(error, "code") === "ECONNRESET") return refuse("bad-request");
  return null;
}
