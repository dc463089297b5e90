import { type FileHandle, open, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Request } from "express";
import { refuse } from "../refusal.ts";
import { DatabaseFlawError } from "../storage/database/errors.ts";
import { startsAsDatabase } from "../storage/database/verify.ts";

/** Bytes of the largest upload. */
const MAX_UPLOAD = 16 * 2 ** 30;
/** Bytes that an upload leaves free on the disk, for the matches that go on. */
const RESERVED = 64 * 2 ** 20;

/**
 * Writes a request's body, which should be a database, into a new file that only this user may read. What was written before an error
 * stays, and the rest of the body is left to the HTTP server, which answers all the same.
 * @param readFree tells how many bytes a folder's disk has left for the server
 * @throws `RefusalError` with `too-large` or `disk-full`; `DatabaseFlawError` if it does not start like a database
 */
export async function writeUpload(
  request: Request,
  file: string,
  readFree: (folder: string) => Promise<number> = readFreeBytes,
): Promise<void> {
  const free = (await readFree(dirname(file))) - RESERVED;
  const requireRoom = (bytes: number) => {
    if (bytes > MAX_UPLOAD) throw refuse("too-large");
    if (bytes > free) throw refuse("disk-full");
  };
  requireRoom(Number(request.get("content-length") ?? 0));
  const handle = await open(file, "wx", 0o600);
  try {
    await writeBody(request, handle, requireRoom);
  } finally {
    await handle.close();
  }
}

async function writeBody(
  request: Request,
  handle: FileHandle,
  requireRoom: (bytes: number) => void,
): Promise<void> {
  let size = 0;
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    if (size === 0 && !startsAsDatabase(chunk)) throw new DatabaseFlawError("not-sqlite");
    size += chunk.length;
    requireRoom(size);
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
