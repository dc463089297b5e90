import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { formatFileDate, parseFileDate } from "../../time.ts";

/** A database that another file has replaced, and that stays beside it. */
export interface ReplacedFile {
  /** When it was replaced, as its name has it: the later of two is the greater one as a string. */
  readonly id: string;
  readonly file: string;
  /** ms since 1970 */
  readonly replacedAt: number;
}

/** Returns a name beside a database that no file has: for the database itself, which is to be moved. @param now ms since 1970 */
export function freeNameBeside(file: string, reason: "damaged" | "replaced", now: number): string {
  const name = `${file}.${reason}-${formatFileDate(now)}`;
  return existsSync(name) ? freeNameBeside(file, reason, now + 1) : name;
}

/** Lists what a database has replaced before, the last first. */
export function listReplaced(file: string): ReplacedFile[] {
  const names = readdirSync(dirname(file)).toSorted().toReversed();
  return names.flatMap((name) => parseReplaced(file, join(dirname(file), name)) ?? []);
}

/** Returns what a path says of a replaced database; `null`: it is another file. */
export function parseReplaced(file: string, path: string): ReplacedFile | null {
  const prefix = `${basename(file)}.replaced-`;
  if (!basename(path).startsWith(prefix)) return null;
  const id = basename(path).slice(prefix.length);
  const replacedAt = parseFileDate(id);
  return Number.isNaN(replacedAt) ? null : { id, file: path, replacedAt };
}

/** Makes a file's name durable, where the system can: what was renamed in its folder stays so after a power cut. */
export function syncFolderOf(file: string): void {
  if (process.platform !== "win32") syncPath(dirname(file));
}

/** Makes what a file holds durable. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
