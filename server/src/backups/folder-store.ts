import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolderOf } from "../storage/database/replaced.ts";
import { asBackupError } from "./backup-error.ts";
import { parseBackupName } from "./backup-names.ts";
import type { BackupStore, StoredBackup } from "./backup-store.ts";

/** The end of the name of a file that is being written. */
const UNFINISHED = ".part";

/** Backups in a folder that exists. It is never created: where a disk is not mounted, backups would go to another one. */
export class FolderStore implements BackupStore {
  readonly #folder: string;
  readonly #rethrow: (error: unknown) => never;

  constructor(folder: string) {
    this.#folder = folder;
    this.#rethrow = asBackupError("backup-store", `the folder ${folder} cannot be used`);
  }

  async list(): Promise<readonly StoredBackup[]> {
    return this.#list().catch(this.#rethrow);
  }

  async put(name: string, file: string): Promise<void> {
    await this.#put(name, file).catch(this.#rethrow);
  }

  async get(name: string): Promise<ReadableStream<Uint8Array>> {
    return this.#get(name).catch(this.#rethrow);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true }).catch(this.#rethrow);
  }

  async #list(): Promise<readonly StoredBackup[]> {
    const names = (await readdir(this.#folder)).toSorted();
    const backups = names.flatMap((name) => parseBackupName(name) ?? []);
    return Promise.all(
      backups.map(async (backup) => ({
        ...backup,
        bytes: (await stat(join(this.#folder, backup.name))).size,
      })),
    );
  }

  async #put(name: string, file: string): Promise<void> {
    const path = join(this.#folder, name);
    const unfinished = path + UNFINISHED;
    await this.#removeUnfinished();
    await pipeline(createReadStream(file), createWriteStream(unfinished, { mode: 0o600 }));
    const handle = await open(unfinished, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    syncFolderOf(path);
  }

  /** One server alone writes backups. */
  async #removeUnfinished(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(`.age${UNFINISHED}`));
    for (const name of names) await rm(join(this.#folder, name), { force: true });
  }

  async #get(name: string): Promise<ReadableStream<Uint8Array>> {
    const stream = createReadStream(join(this.#folder, name));
    await once(stream, "open");
    return Readable.toWeb(Readable.from(this.#read(stream)));
  }

  async *#read(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* stream;
    } catch (error) {
      this.#rethrow(error);
    }
  }
}
