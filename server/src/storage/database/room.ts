import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";

/**
 * Makes a file of so many bytes durable and removes it: the disk has room for them.
 * @param file is replaced if there is one
 * @throws the error of the file system
 */
export function requireRoom(file: string, bytes: number): void {
  try {
    const descriptor = openSync(file, "w", 0o600);
    try {
      writeFileSync(descriptor, Buffer.alloc(bytes));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    rmSync(file, { force: true });
  }
}
