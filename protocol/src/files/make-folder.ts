import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

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
