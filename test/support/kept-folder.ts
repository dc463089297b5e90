import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

/** Where what tests create once is kept, as Node's compiled code is. */
const CACHE = join(ROOT, "node_modules/.cache/flower-war");

/**
 * Makes a folder for a test: the first test creates it, and keeps a copy of which the others get copies.
 * @param name of the kept copy; what it depends on is a part of it
 * @param folder does not exist yet
 * @param create creates the folder; if it throws nothing is kept
 * @param uid whose the folder is; a copy of node_modules may have come to belong to another user. Default: this process'
 */
export async function copyKept(
  name: string,
  folder: string,
  create: () => Promise<void>,
  uid = process.getuid?.(),
): Promise<void> {
  const copy = (from: string, to: string) => promisify(execFile)("cp", ["-a", from, to]);
  const kept = join(CACHE, name);
  if (existsSync(kept) && statSync(kept).uid === uid) {
    await copy(kept, folder);
    return;
  }
  await create();
  mkdirSync(CACHE, { recursive: true });
  const copied = mkdtempSync(join(CACHE, "copied-"));
  await copy(folder, join(copied, "kept"));
  // Another worker of Vitest may have been sooner.
  await rename(join(copied, "kept"), kept).catch(() => undefined);
  rmSync(copied, { recursive: true, force: true });
}
