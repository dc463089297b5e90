import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";

/** What other programs do to a write-ahead log, by its path. */
export const LOG_HARMS: readonly (readonly [what: string, act: (log: string) => void])[] = [
  ["removes", (log) => rmSync(log)],
  ["replaces", replaceByCopy],
  ["empties", (log) => truncateSync(log)],
  // In its first frame: what follows may be left from before the log was written from its beginning again.
  ["cuts off", (log) => truncateSync(log, 2_048)],
  ["overwrites", (log) => writeFileSync(log, Buffer.alloc(statSync(log).size), { flag: "r+" })],
];

/** Replaces a file by a copy of itself, as an editor or a copied backup would. */
export function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}
