import { accessSync, constants, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { describeHeldFolder, makeFolder, StoreLock } from "@flower-war/protocol/files";
import { changeMode } from "./private-files.ts";
import { StartError } from "./start-error.ts";

/** Files of a server's data folder, from this version or one before. */
const OWN_FILES = /^(flower-war\.db.*|auth-secret|bridge-token|admin-password)$/;

/** ms that a start waits for a server that is about to end: its host was killed, and it stops by itself. */
const PATIENCE = 300;

/** A data folder that this process owns. */
interface OwnFolder {
  readonly lock: StoreLock;
  /** Whether a server stores in it. */
  isInUse: boolean;
}

/** The owned folders by their real paths. */
const ownFolders = new Map<string, OwnFolder>();

/**
 * Creates the folder in which a server stores its data, and closes it and the server's files in it to other users: they hold
 * secrets, and the dice to come of running matches.
 * @param isStore whether the server's database is in it. Then this process owns it from here on, before any of its files is touched:
 * until it ends, or its server has stopped
 * @throws `StartError` if it cannot be written to, or another process owns it
 */
export function prepareDataFolder(folder: string, isStore: boolean): string {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (isStore) ownDataFolder(folder);
    const own = readdirSync(folder).filter((name) => OWN_FILES.test(name));
    for (const name of own) makePrivate(join(folder, name), 0o600);
    makePrivate(folder, 0o700);
    return folder;
  } catch (error) {
    throw error instanceof StartError ? error : dataFolderError(folder, error);
  }
}

/**
 * Owns an existing folder for a server of this process.
 * @returns what gives the folder back
 * @throws `StartError` if another process owns it, or another server of this one
 */
export function useDataFolder(folder: string): () => void {
  const path = realpathSync(folder);
  const own = ownDataFolder(path);
  if (own.isInUse) throw new StartError(describeHeldFolder(folder));
  own.isInUse = true;
  return () => {
    own.lock.release();
    ownFolders.delete(path);
  };
}

/** Returns the error that tells the operator why the folder cannot be written to. */
export function dataFolderError(folder: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`DATA_DIR ${folder} cannot be written to: ${reason}.`, error);
}

function ownDataFolder(folder: string): OwnFolder {
  const path = realpathSync(folder);
  const known = ownFolders.get(path);
  if (known) return known;
  const lock = StoreLock.tryAcquire(folder, PATIENCE);
  if (lock === null) throw new StartError(describeHeldFolder(folder));
  const own = { lock, isInUse: false };
  ownFolders.set(path, own);
  return own;
}

/** A file of another user, as a mounted volume may have, keeps its mode. */
function makePrivate(path: string, mode: number): void {
  if (statSync(path).uid === process.getuid?.()) changeMode(path, mode);
}
