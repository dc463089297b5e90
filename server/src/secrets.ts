import { createHash, timingSafeEqual } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId, newSecret, type Random } from "./random.ts";

/** Returns what may be stored of a secret, 64 hex digits. One round of SHA-256 suffices for 256 random bits. */
export function hashSecret(secret: string): string {
  return digest(secret).toString("hex");
}

/** Whether a secret has this hash, in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const stored = Buffer.from(hash, "hex");
  const given = digest(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Whether two secrets are the same, in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** Reads the secret stored in a file that only this user can read; creates it if there is none. */
export function storedSecret(dataDir: string, name: string, random: Random): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) storeSecret(file, random);
  return readFileSync(file, "utf8").trim();
}

/** Stores a new secret, all of it or nothing, unless another process was faster. */
function storeSecret(file: string, random: Random): void {
  const temporary = `${file}.${newId(random)}`;
  try {
    writeFileSync(temporary, `${newSecret(random)}\n`, { flag: "wx", mode: 0o600, flush: true });
    moveIfFree(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** @throws an error with the code `EEXIST` if the file exists */
function moveIfFree(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems know no links.
    if (!["EPERM", "ENOSYS", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(from, to);
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
