import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { MatchRoom } from "../match/room.ts";
import { newId, type Random } from "../random.ts";
import { refuse } from "../refusal.ts";
import { type Database, DatabaseRequestError } from "../storage/database/database.ts";

/** Names of the temporary files, whose ids are those of `newId`, and of what SQLite has beside them. */
const TEMPORARY = /^(backup|restore)-[\w-]{21}\.db(-wal|-shm|-journal)?$/;

/** Takes and restores backups of the server's database for its admin, while matches are played. */
export class Backups {
  readonly #database: Database | null;
  readonly #rooms: LocalRooms;
  readonly #random: Random;
  readonly #log: Logger;

  /** @param database `null`: this server has none of its own */
  constructor(database: Database | null, rooms: LocalRooms, random: Random, log: Logger) {
    this.#database = database;
    this.#rooms = rooms;
    this.#random = random;
    this.#log = log;
  }

  /** Removes the temporary files of a server that was killed. Call it before others. */
  async removeLeftovers(): Promise<void> {
    if (this.#database === null) return;
    const folder = dirname(this.#database.file);
    const left = (await readdir(folder)).filter((name) => TEMPORARY.test(name));
    for (const name of left) await rm(join(folder, name), { force: true });
  }

  /**
   * Sends a copy of the whole database as it is at one moment, without blocking writes.
   * @throws `RefusalError` with `no-database` or `unavailable`
   */
  async send(response: Response): Promise<void> {
    const database = this.#requireDatabase();
    await this.#withFile(database, "backup", async (file) => {
      await database.backup(file);
      const { size } = await stat(file);
      response.type("application/vnd.sqlite3").set("Content-Length", String(size));
      await pipeline(createReadStream(file), response);
    });
    this.#log.info("database backed up");
  }

  /**
   * Replaces the database by a backup; the old one stays beside it. Matches in play then go on as the backup has them: their
   * clients are disconnected and reconnect.
   * @throws `RefusalError` with `no-database`, `bad-database` (then nothing has changed) or `unavailable`
   */
  async restore(request: Request): Promise<void> {
    const database = this.#requireDatabase();
    await this.#withFile(database, "restore", async (file) => {
      await pipeline(request, createWriteStream(file, { flags: "wx", mode: 0o600 }));
      const replaced = await database.restore(file).catch((error: unknown) => {
        throw error instanceof DatabaseRequestError && error.outcome === "refused"
          ? refuse("bad-database")
          : error;
      });
      // At once: rooms of restored matches stay.
      for (const room of this.#rooms.ofType(MatchRoom)) room.moveOut();
      this.#log.warn({ replaced }, "database replaced by a backup");
    });
  }

  #requireDatabase(): Database {
    if (this.#database === null) throw refuse("no-database");
    return this.#database;
  }

  /** Provides a temporary file on the database's disk, and removes what is left of it. */
  async #withFile<T>({ file }: Database, purpose: string, use: (file: string) => Promise<T>): Promise<T> {
    const temporary = join(dirname(file), `${purpose}-${newId(this.#random)}.db`);
    try {
      return await use(temporary);
    } finally {
      for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(temporary + suffix, { force: true });
    }
  }
}
