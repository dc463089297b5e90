import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { S3mini } from "s3mini";
import { asBackupError, BackupError } from "./backup-error.ts";
import { parseBackupName } from "./backup-names.ts";
import type { BackupStore, S3Access, StoredBackup } from "./backup-store.ts";

/** ms that one request may take; a large backup is sent and read in parts of 8 MB, each a request. */
const TIMEOUT = 900_000;
/** Bytes that one request reads. */
const READ = 8 * 1024 * 1024;

/** Backups in a bucket of an S3-compatible store. An object is there whole or not at all. */
export class S3Store implements BackupStore {
  readonly #bucket: S3mini;
  readonly #prefix: string;
  readonly #rethrow: (error: unknown) => never;

  /** @param to `s3://bucket/prefix` */
  constructor(to: string, access: S3Access | null) {
    const [bucket = "", ...folders] = to.slice("s3://".length).split("/");
    const path = folders.join("/");
    if (access === null || bucket === "")
      throw new BackupError(
        "backup-store",
        `${to} cannot be used: a bucket needs its name and AWS_* variables`,
      );
    const { endpoint, ...credentials } = access;
    this.#bucket = new S3mini({
      ...credentials,
      endpoint: `${endpoint.replace(/\/$/, "")}/${bucket}`,
      requestAbortTimeout: TIMEOUT,
    });
    this.#prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
    this.#rethrow = asBackupError("backup-store", `${to} cannot be used`);
  }

  async list(): Promise<readonly StoredBackup[]> {
    const found = await this.#bucket.listObjects("/", this.#prefix).catch(this.#rethrow);
    if (found === null) return this.#rethrow(new Error("there is no such bucket"));
    const backups = found.flatMap(({ Key: key, Size: bytes }) => {
      const backup = parseBackupName(key.slice(this.#prefix.length));
      return backup === null ? [] : [{ ...backup, bytes }];
    });
    return backups.toSorted((one, other) => one.at - other.at);
  }

  async put(name: string, file: string): Promise<void> {
    const content = await openAsBlob(file);
    await this.#bucket.putAnyObject(this.#prefix + name, content).catch(this.#rethrow);
  }

  async get(name: string): Promise<ReadableStream<Uint8Array>> {
    const size = await this.#bucket.getContentLength(this.#prefix + name).catch(this.#rethrow);
    return Readable.toWeb(Readable.from(this.#read(name, size)));
  }

  async *#read(name: string, size: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < size; from += READ) {
      const to = Math.min(from + READ, size);
      const read = this.#bucket.getObjectRaw(this.#prefix + name, false, from, to);
      const content = await read.then((response) => response.arrayBuffer()).catch(this.#rethrow);
      if (content.byteLength !== to - from)
        this.#rethrow(new Error(`it sent ${content.byteLength} bytes instead of ${to - from}`));
      yield new Uint8Array(content);
    }
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.deleteObject(this.#prefix + name).catch(this.#rethrow);
  }
}
