import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { endianness } from "node:os";
import { freeNameBeside, syncFolderOf } from "./replaced.ts";

// https://sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = endianness() === "LE" ? 0x377f0682 : 0x377f0683;

/** Bytes of room at first. */
const ROOM = 64 * 1024;
/** Frames that are read at once: most commits have fewer. */
const FRAMES = 5;
/** Bytes of room that are kept when the log begins again. */
const MAX_KEPT = 8 * 1024 * 1024;

/** SQLite's two running checksums of a log. */
type Sums = readonly [number, number];

/**
 * A copy, in memory, of an open database's write-ahead log: of all that was committed and may not be in the database's file yet. That is
 * 4 MB, or one transaction that is larger. If another program removes, replaces or overwrites the log's file, it can be written again.
 *
 * No process locks that file, so that it may be opened and closed beside SQLite, unlike the database itself.
 */
export class LogCopy {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #identity: string;
  /** The last content that was read of the file. */
  #found = Buffer.alloc(ROOM);
  #bytes = Buffer.alloc(ROOM);
  /** How many of them are the log up to its last commit. */
  #size = 0;
  /** Where that commit's last frame begins. */
  #lastFrame = 0;
  /** Those at that commit. */
  #sums: Sums = [0, 0];
  /** Whether the file was found to be harmed when SQLite had written to it since. */
  #isHarmed = false;

  /** @param file the database, open with its write-ahead log */
  constructor(file: string) {
    this.#path = `${file}-wal`;
    this.#descriptor = openSync(this.#path, "r+");
    this.#identity = identify(fstatSync(this.#descriptor));
    this.update();
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Copies what was committed since: call it after each commit. Returns what is wrong with the log's file, as `findHarm`. */
  update(): string | null {
    const header = this.#readBytes(0, HEADER);
    const isHeader = header.length === HEADER && header.readUInt32BE(0) === MAGIC;
    // SQLite begins the log again when all of it is in the database's file.
    if (isHeader && !header.equals(this.#bytes.subarray(0, HEADER))) this.#begin(header);
    else this.#isHarmed ||= !this.#isAsCopied();
    if (this.#size > 0) this.#readFrames();
    return this.#isMoved() || this.#isHarmed ? this.#describeHarm() : null;
  }

  /** Tells what is wrong with the log's file; `null`: nothing. */
  findHarm(): string | null {
    this.#isHarmed ||= !this.#isAsCopied();
    return this.#isMoved() || this.#isHarmed ? this.#describeHarm() : null;
  }

  /**
   * Writes the log again as the copy has it, at its path and where SQLite has it open. The database must then be closed and opened again.
   * Another file at its path is renamed. @param now names that file, ms since 1970
   */
  restore(now: number): void {
    const bytes = this.#bytes.subarray(0, this.#size);
    if (this.#isMoved()) {
      const spare = `${this.#path}.restored`;
      writeFileSync(spare, bytes, { mode: 0o600, flush: true });
      if (existsSync(this.#path)) renameSync(this.#path, freeNameBeside(this.#path, "replaced", now));
      renameSync(spare, this.#path);
      syncFolderOf(this.#path);
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at, bytes.length - at, at);
    // Beyond there may be zeros, which SQLite must not take for pages: it fails to read what is missing.
    ftruncateSync(this.#descriptor, bytes.length);
    fsyncSync(this.#descriptor);
  }

  /** Whether another file is at its path, or none. */
  #isMoved(): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found === undefined || identify(found) !== this.#identity;
  }

  #describeHarm(): string {
    return `${this.#path} was ${this.#isMoved() ? "removed or replaced" : "truncated or overwritten"}`;
  }

  #begin(header: Buffer): void {
    if (this.#bytes.length > MAX_KEPT) this.#bytes = Buffer.alloc(ROOM);
    header.copy(this.#bytes);
    this.#size = HEADER;
    this.#lastFrame = HEADER;
    this.#sums = [header.readUInt32BE(24), header.readUInt32BE(28)];
  }

  #readFrames(): void {
    const frame = FRAME_HEADER + this.#bytes.readUInt32BE(8);
    const wanted = FRAMES * frame;
    let [end, sums] = [this.#size, this.#sums];
    for (let read = wanted; read === wanted; ) {
      this.#makeRoom(end + wanted);
      const words = new Uint32Array(this.#bytes.buffer);
      read = readSync(this.#descriptor, this.#bytes, end, wanted, end);
      for (const last = end + read - frame; end <= last; end += frame) {
        const word = end / 4;
        sums = sumUp(sums, words, word, word + 2);
        sums = sumUp(sums, words, word + FRAME_HEADER / 4, word + frame / 4);
        const isNext =
          this.#bytes.readUInt32BE(end + 16) === sums[0] && this.#bytes.readUInt32BE(end + 20) === sums[1];
        // What follows was rolled back, or is of before the log began again.
        if (!isNext) return;
        const isCommit = this.#bytes.readUInt32BE(end + 4) > 0;
        if (isCommit) [this.#size, this.#lastFrame, this.#sums] = [end + frame, end, sums];
      }
    }
  }

  /** Whether the file has the copy's header and last frame. If it was cut off, its last frame is gone, though SQLite went on behind it. */
  #isAsCopied(): boolean {
    const header = Math.min(HEADER, this.#size);
    return [[0, header] as const, [this.#lastFrame, this.#size] as const].every(([from, to]) =>
      this.#readBytes(from, to).equals(this.#bytes.subarray(from, to)),
    );
  }

  /** Reads the file's bytes between two offsets, or fewer if it ends before. */
  #readBytes(from: number, to: number): Buffer {
    if (to - from > this.#found.length) this.#found = Buffer.alloc(to - from);
    return this.#found.subarray(0, readSync(this.#descriptor, this.#found, 0, to - from, from));
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(bytes, 2 * this.#bytes.length));
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

/** Adds words, which are pairs, to the checksums. */
function sumUp(sums: Sums, words: Uint32Array, from: number, to: number): Sums {
  let [first, second] = sums;
  for (let i = from; i < to; i += 2) {
    first = (first + (words[i] as number) + second) | 0;
    second = (second + (words[i + 1] as number) + first) | 0;
  }
  return [first >>> 0, second >>> 0];
}

function identify({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}
