import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { asBackupError, BackupError } from "./backup-error.ts";
import type { BackupKey } from "./backup-key.ts";
import type { BackupName } from "./backup-names.ts";
import type { PartsHeader, PartsSource } from "./parts.ts";

/*
 * A backup's file: age's format around gzip's. Within are a line with the `BackupHeader`, and for each part that has changed a line
 * `PartLine` and its bytes.
 */

/** The header of the database, and which backup it is: files may be renamed. */
export type BackupHeader = PartsHeader & Pick<BackupName, "at" | "base">;

interface PartLine {
  readonly name: string;
  readonly hash: string;
  readonly bytes: number;
}

/** The part of a database that a backup's file has. */
export interface ReadPart {
  readonly name: string;
  readonly hash: string;
  readonly content: Uint8Array;
}

/** Bytes of the longest line: that of a header for 16 GB. */
const MAX_LINE = 64 * 1024 * 1024;
/** Bytes of the largest part. */
const MAX_PART = 1024 * 1024 * 1024;

/**
 * Writes a backup into a file.
 * @param before the hashes of the parts that the one has on which this one builds
 */
export async function writeBackupFile(
  file: string,
  { at, base }: Pick<BackupName, "at" | "base">,
  source: PartsSource,
  key: BackupKey,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const packed = createGzip({ level: 3 });
  const content = contentOf({ ...source.header, at, base }, source, before);
  const packing = pipeline(Readable.from(content, { objectMode: false }), packed);
  const encrypting = key
    .encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>)
    .then((encrypted) => pipeline(Readable.fromWeb(encrypted), createWriteStream(file, { mode: 0o600 })));
  await Promise.all([packing, encrypting]);
}

async function* contentOf(
  header: BackupHeader,
  source: PartsSource,
  before: ReadonlyMap<string, string>,
): AsyncGenerator<Uint8Array> {
  yield lineOf(header);
  for (const [name, hash] of header.parts) {
    if (before.get(name) === hash) continue;
    const content = await source.read(name);
    yield lineOf({ name, hash, bytes: content.length } satisfies PartLine);
    yield content;
  }
}

const lineOf = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

/**
 * Reads a backup's file. What it has given until it throws must not be used.
 * @param content an error of it that is no `BackupError` counts as damage
 * @param take gets the parts
 * @throws `BackupError` with `backup-key`, `backup-damaged` or `backup-newer`
 */
export async function readBackupFile(
  content: ReadableStream<Uint8Array>,
  key: BackupKey,
  take: (part: ReadPart) => Promise<void>,
): Promise<BackupHeader> {
  const decrypted = await key.decrypt(content);
  const unpacked = createGunzip();
  const reading = readParts(unpacked, take);
  // What is read no further is not written any more.
  reading.catch((error: Error) => unpacked.destroy(error));
  const [parts, stream] = await Promise.allSettled([
    reading,
    pipeline(Readable.fromWeb(decrypted), unpacked),
  ]);
  const damaged = asBackupError("backup-damaged", "the backup was cut or changed");
  // The store's own errors are none of the backup.
  if (stream.status === "rejected" && stream.reason instanceof BackupError) throw stream.reason;
  if (parts.status === "rejected") return damaged(parts.reason);
  if (stream.status === "rejected") return damaged(stream.reason);
  return parts.value;
}

async function readParts(
  stream: AsyncIterable<Buffer>,
  take: (part: ReadPart) => Promise<void>,
): Promise<BackupHeader> {
  const reader = new ByteReader(stream);
  const header = parseLine(await reader.readLine()) as BackupHeader & { readonly format: number };
  if (header.format !== 1)
    throw new BackupError("backup-newer", "a newer version of the server made the backup");
  for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {
    const { name, hash, bytes } = parseLine(line) as PartLine;
    if (!(bytes <= MAX_PART)) throw new Error(`a part of ${bytes} bytes`);
    await take({ name, hash, content: await reader.readBytes(bytes) });
  }
  return header;
}

function parseLine(line: string | null): object {
  if (line === null) throw new Error("it is empty");
  return JSON.parse(line) as object;
}

/** Reads lines and bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Reads up to the next line break; `null`: the stream is at its end. */
  async readLine(): Promise<string | null> {
    const read: Buffer[] = [];
    let size = 0;
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end >= 0) {
        read.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(read).toString();
      }
      read.push(this.#rest);
      size += this.#rest.length;
      if (size > MAX_LINE) throw new Error("a line is too long");
      if (!(await this.#readOn())) {
        if (size > 0) throw new Error("it ends within a line");
        return null;
      }
    }
  }

  async readBytes(count: number): Promise<Buffer> {
    const read: Buffer[] = [];
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#readOn())) throw new Error("it ends within a part");
      const taken = this.#rest.subarray(0, left);
      read.push(taken);
      left -= taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return Buffer.concat(read);
  }

  async #readOn(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#rest = next.done ? Buffer.alloc(0) : next.value;
    return !next.done;
  }
}
