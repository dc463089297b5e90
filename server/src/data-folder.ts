import { accessSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { changeMode } from "./private-files.ts";
import { StartError } from "./start-error.ts";

/** Files of a server's data folder, from this version or one before. */
const OWN_FILES = /^(flower-war\.db.*|auth-secret|bridge-token|admin-password)$/;

/**
 * Creates the folder in which a server stores its data, and closes it and the server's files in it to other users: they hold
 * secrets, and the dice to come of running matches.
 * @throws `StartError` if it cannot be written to
 */
export function prepareDataFolder(folder: string): string {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    const own = readdirSync(folder).filter((name) => OWN_FILES.test(name));
    for (const name of own) makePrivate(join(folder, name), 0o600);
    makePrivate(folder, 0o700);
    return folder;
  } catch (error) {
    throw dataFolderError(folder, error);
  }
}

/** Returns the error that tells the operator why the folder cannot be written to. */
export function dataFolderError(folder: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`DATA_DIR ${folder} cannot be written to: ${reason}.`, error);
}

/** What belongs to another user, as a mounted volume may, stays as it is. */
function makePrivate(path: string, mode: number): void {
  if (statSync(path).uid === process.getuid?.()) changeMode(path, mode);
}

/** Creates level by level: below `/proc` and the like, `mkdirSync` with `recursive` never returns. */
function makeFolder(folder: string): void {
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
