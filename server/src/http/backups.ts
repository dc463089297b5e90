import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { nanoid } from "nanoid";
import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { type Database, NotDone } from "../database/database.ts";
import { refused } from "../fault.ts";
import { MatchRoom } from "../match/room.ts";

/** The server's database as a file, for its admin: taken away and put back while matches are played. */
export class Backups {
  readonly #database: Database | null;
  readonly #rooms: LocalRooms;
  readonly #log: Logger;

  /** @param database `null`: this server has none of its own */
  constructor(database: Database | null, rooms: LocalRooms, log: Logger) {
    this.#database = database;
    this.#rooms = rooms;
    this.#log = log;
  }

  /**
   * Sends a copy of the whole database, as it is at one moment. Nobody waits for it.
   * @throws `Refused` with `no-database` or `unavailable`
   */
  async send(response: Response): Promise<void> {
    const database = this.#mustHave();
    await withFile(database, "backup", async (file) => {
      await database.ask("backup", file);
      const { size } = await stat(file);
      response.type("application/vnd.sqlite3").set("Content-Length", String(size));
      await pipeline(createReadStream(file), response);
    });
    this.#log.info("the database was backed up");
  }

  /**
   * Puts a database that was taken away in the place of the present one, which stays beside it. Matches that are played
   * here are then gone on with as that database has them: their players are sent through the way in again.
   * @throws `Refused` with `no-database`, `bad-database` (then nothing has changed) or `unavailable`
   */
  async restore(request: Request): Promise<void> {
    const database = this.#mustHave();
    const replaced = await withFile(database, "restore", async (file) => {
      await pipeline(request, createWriteStream(file, { flags: "wx", mode: 0o600 }));
      return database.ask("restore", file).catch((error: unknown) => {
        throw error instanceof NotDone && error.ending === "refused" ? refused("bad-database") : error;
      });
    });
    this.#log.warn({ replaced }, "the database was replaced by a backup");
    for (const room of this.#rooms.all) if (room instanceof MatchRoom) room.moveOut();
  }

  #mustHave(): Database {
    if (this.#database === null) throw refused("no-database");
    return this.#database;
  }
}

/** Lends a new file on the database's disk, and removes what is left of it. */
async function withFile<T>(
  { file }: Database,
  purpose: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const lent = join(dirname(file), `${purpose}-${nanoid()}.db`);
  try {
    return await use(lent);
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(lent + suffix, { force: true });
  }
}
