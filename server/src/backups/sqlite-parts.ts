import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { asBackupError, BackupError } from "./backup-error.ts";
import type { Parts, PartsSource } from "./parts.ts";

/** Bytes of a part: 16 pages. */
const PART = 64 * 1024;

/**
 * Opens a copy of a SQLite database as a source. The name of a part is its number.
 * @param version how many migrations it has
 */
export async function openSqliteParts(file: string, version: number): Promise<PartsSource> {
  const handle = await open(file, "r");
  const hashes: string[] = [];
  const buffer = Buffer.alloc(PART);
  for (let length = PART, n = 0; length === PART; n += 1) {
    ({ bytesRead: length } = await handle.read(buffer, 0, PART, n * PART));
    if (length > 0) hashes.push(hashOf(buffer.subarray(0, length)));
  }
  const parts = hashes.map((hash, n) => [String(n), hash] as const);
  return {
    header: { format: 1, kind: "sqlite", version, parts, sequences: [] },
    read: (name) => readPart(handle, Number(name)),
    close: () => handle.close(),
  };
}

/** 96 bits tell a changed part; age's format finds a damaged one. */
const hashOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

async function readPart(handle: FileHandle, n: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(PART);
  const { bytesRead } = await handle.read(buffer, 0, PART, n * PART);
  return buffer.subarray(0, bytesRead);
}

/**
 * Writes a SQLite database from its parts.
 * @param file must not exist; after an error it does not either
 * @throws `BackupError` with `backup-target`
 */
export async function writeSqliteFile(file: string, source: Parts): Promise<void> {
  const { header } = source;
  const rethrow = asBackupError("backup-target", `${file} cannot be written`);
  if (header.kind !== "sqlite")
    throw new BackupError("backup-target", "the backup is of a PostgreSQL: it needs one that is empty");
  const handle = await open(file, "wx", 0o600).catch(rethrow);
  try {
    let offset = 0;
    for (const [name] of header.parts) {
      const content = await source.read(name);
      await handle.write(content, 0, content.length, offset);
      offset += content.length;
    }
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    rethrow(error);
  } finally {
    await handle.close();
  }
}
