import { join } from "node:path";
import { BackupError } from "./backup-error.ts";
import { readBackupKey } from "./backup-key.ts";
import { chainTo } from "./backup-names.ts";
import type { BackupPlace, StoredBackup } from "./backup-store.ts";
import { openBackupStore } from "./open-store.ts";
import { PartsFile } from "./parts-file.ts";

/** A backup that was fetched with all that it builds on. */
export interface FetchedBackup {
  readonly backup: StoredBackup;
  /** How many files it took, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  readonly parts: PartsFile;
}

/**
 * Fetches the newest backup that is not later than a moment.
 * @param at ms since 1970
 * @param scratch a folder for temporary files
 * @throws `BackupError`
 */
export async function fetchBackup(place: BackupPlace, at: number, scratch: string): Promise<FetchedBackup> {
  const key = await readBackupKey(place.keyFile);
  const store = openBackupStore(place);
  const chain = chainTo(await store.list(), at);
  if (chain === null)
    throw new BackupError("backup-incomplete", "the newest backup builds on one that is missing");
  const backup = chain.at(-1);
  if (backup === undefined)
    throw new BackupError("backup-missing", `${place.to} has no backup that is as old as that`);
  const parts = await PartsFile.create(join(scratch, "parts"));
  try {
    for (const each of chain) await parts.add(store, each, key);
  } catch (error) {
    await parts.close();
    throw error;
  }
  const bytes = chain.reduce((sum, each) => sum + each.bytes, 0);
  return { backup, files: chain.length, bytes, parts };
}
