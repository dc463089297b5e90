import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The file in a data folder that carries the lock. It stays empty. */
const FILE = "flower-war.lock";

/** SQLite's primary result code for a lock of another connection (https://sqlite.org/rescode.html). */
const BUSY = 5;

/**
 * The right to use a data folder, which one process of a machine has at a time: a server that stores in it, or the host of several
 * servers. The kernel ends the lock with its process, however that ends.
 *
 * It is an exclusive transaction of SQLite, for Node itself can lock no file. POSIX drops a process' locks on a file as soon as the
 * process closes any descriptor of that file, so nothing else may open `flower-war.lock`: that is why it is not the database itself.
 */
export class StoreLock {
  readonly #file: DatabaseSync;

  /**
   * Takes the lock of a folder, which must exist. Blocks the thread while it waits.
   * @param patience ms to wait for a process that is about to end; default 0
   * @returns `null` if another process has it, or this one already
   * @throws an error of SQLite if the folder's disk cannot lock files
   */
  static tryAcquire(folder: string, patience = 0): StoreLock | null {
    const file = openLockFile(folder, patience);
    if (lock(file)) return new StoreLock(file);
    file.close();
    return null;
  }

  private constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /** Gives the folder back. Calling it again does nothing. */
  release(): void {
    if (this.#file.isOpen) this.#file.close();
  }
}

/** Returns the sentence for the operator whose start is refused. */
export function describeHeldFolder(folder: string): string {
  return `DATA_DIR cannot be used (database-held): ${folder} is in use by another server; stop that one, or choose another DATA_DIR.`;
}

function openLockFile(folder: string, patience: number): DatabaseSync {
  const path = join(folder, FILE);
  const file = new DatabaseSync(path, { timeout: patience });
  try {
    // `chmod` by path opens no descriptor. A file of another user stays as it is.
    chmodSync(path, 0o600);
  } catch {
    // The folder keeps others away.
  }
  return file;
}

/** Returns `false` if another connection has the file. */
function lock(file: DatabaseSync): boolean {
  try {
    // With the journal in memory there is no second file.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
    if (typeof code === "number" && (code & 0xff) === BUSY) return false;
    file.close();
    throw error;
  }
}

/** Creates a folder level by level: below `/proc` and the like, `mkdirSync` with `recursive` never returns. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it just now.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
