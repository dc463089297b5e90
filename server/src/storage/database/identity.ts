import { statSync } from "node:fs";

/** The file of an open database, by what the file system knows it: its path may come to name another file, or none. */
export class FileIdentity {
  readonly #path: string;
  readonly #identity: string | null;

  constructor(path: string) {
    this.#path = path;
    this.#identity = identify(path);
  }

  isThere(): boolean {
    return identify(this.#path) === this.#identity;
  }

  /** @throws Error if it is no longer at its path: what is written would not be found again */
  check(): void {
    if (!this.isThere()) throw new Error(`${this.#path} was removed or replaced`);
  }
}

/** Returns the device and inode of a file; `null`: there is none. */
function identify(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
