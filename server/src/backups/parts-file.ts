import { type FileHandle, open, rm } from "node:fs/promises";
import { asBackupError, BackupError } from "./backup-error.ts";
import { type BackupHeader, readBackupFile } from "./backup-file.ts";
import type { BackupName } from "./backup-names.ts";
import type { BackupKey } from "./backup-key.ts";
import type { BackupStore } from "./backup-store.ts";
import type { Parts } from "./parts.ts";

/** A part's place in the file. */
interface Slot {
  readonly hash: string;
  readonly offset: number;
  readonly length: number;
  /** Bytes that a later version of the part may have here. */
  readonly room: number;
}

/** The parts of a database on this disk, as a chain of backups has them. They are gone with the process, however that ends. */
export class PartsFile implements Parts {
  readonly #handle: FileHandle;
  readonly #slots = new Map<string, Slot>();
  readonly #rethrow: (error: unknown) => never;
  #header: BackupHeader | null = null;
  #size = 0;

  /** Opens an empty file, replacing an existing one. @throws `BackupError` with `backup-target` */
  static async create(file: string): Promise<PartsFile> {
    const rethrow = asBackupError("backup-target", `${file} cannot be written`);
    const handle = await open(file, "w+", 0o600).catch(rethrow);
    // The open file stays readable.
    await rm(file, { force: true }).catch(rethrow);
    return new PartsFile(handle, rethrow);
  }

  private constructor(handle: FileHandle, rethrow: (error: unknown) => never) {
    this.#handle = handle;
    this.#rethrow = rethrow;
  }

  /** The header of the backup that was added last. */
  get header(): BackupHeader {
    if (this.#header === null) throw new Error("no backup was added");
    return this.#header;
  }

  /**
   * Adds the next backup of a chain, read from its store. After an error it cannot be used any more.
   * @throws `BackupError`
   */
  async add(store: BackupStore, { name, at, base }: BackupName, key: BackupKey): Promise<void> {
    const content = await store.get(name);
    const header = await readBackupFile(content, key, async ({ name: part, hash, content: bytes }) => {
      const former = this.#slots.get(part);
      const slot =
        former !== undefined && bytes.length <= former.room
          ? former
          : { offset: this.#size, room: bytes.length };
      await this.#handle.write(bytes, 0, bytes.length, slot.offset).catch(this.#rethrow);
      this.#slots.set(part, { ...slot, hash, length: bytes.length });
      this.#size = Math.max(this.#size, slot.offset + slot.room);
    });
    if (header.at !== at || header.base !== base)
      throw new BackupError("backup-damaged", `${name} is another backup than its name says`);
    const lacks = header.parts.some(([part, hash]) => this.#slots.get(part)?.hash !== hash);
    if (lacks) throw new BackupError("backup-incomplete", `${name} builds on a backup that is missing`);
    const kept = new Set(header.parts.map(([part]) => part));
    for (const part of this.#slots.keys()) if (!kept.has(part)) this.#slots.delete(part);
    this.#header = header;
  }

  async read(name: string): Promise<Uint8Array> {
    const { offset, length } = this.#slots.get(name) ?? { offset: 0, length: 0 };
    const content = Buffer.alloc(length);
    await this.#handle.read(content, 0, length, offset);
    return content;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
