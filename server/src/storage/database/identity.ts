import { statSync } from "node:fs";

/** The files of an open database, by what the file system knows them: a path may come to name another file, or none. */
export class FileIdentity {
  readonly #files: readonly { readonly path: string; readonly identity: string | null }[];

  /** @param file the database, open with its write-ahead log */
  constructor(file: string) {
    this.#files = [file, `${file}-wal`].map((path) => ({ path, identity: identify(path) }));
  }

  /** @throws Error if what was open is no longer at its path: nobody would find again what is written */
  check(): void {
    for (const { path, identity } of this.#files) {
      if (identify(path) !== identity) throw new Error(`${path} was removed or replaced`);
    }
  }
}

/** Returns the device and inode of a file; `null`: there is none. */
function identify(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
