/* The thread in which backups are made, shipped and verified: all of it would delay matches. `BackupThreads` starts it. */
import { BackupError } from "./backups/backup-error.ts";
import type { BackupAnswer, BackupSettings } from "./backups/backup-schedule.ts";
import { tablesOf } from "./backups/postgres-parts.ts";
import { type FoundBackups, type ShippedBackup, Shipper } from "./backups/shipper.ts";
import { gamesWith, loadGames } from "./games/outside-games.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "./migrations.ts";
import { serveCalls } from "./thread.ts";
import { type FoldedMatch, verifyParts } from "./verify-backup.ts";

let opening: Promise<Shipper> | null = null;

async function open(settings: BackupSettings): Promise<Shipper> {
  const games = gamesWith(await loadGames(settings.games));
  const folded = new Map<string, FoldedMatch>();
  const { place, scratch, kept, databaseUrl } = settings;
  return new Shipper({
    place,
    scratch,
    kept,
    databaseUrl,
    version: MIGRATIONS.length,
    tables: tablesOf(POSTGRES_MIGRATIONS),
    verify: (parts) => verifyParts(parts, { scratch, databaseUrl, games, folded }),
  });
}

async function answer<T>(work: () => Promise<T>): Promise<BackupAnswer<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof BackupError) return { code: error.code, reason: error.message };
    throw error;
  }
}

const served = {
  begin: (settings: BackupSettings): Promise<BackupAnswer<FoundBackups | null>> =>
    answer(async () => (await (opening ??= open(settings))).begin()),
  ship: (copiedAt: number | null): Promise<BackupAnswer<ShippedBackup>> =>
    answer(async () => {
      if (opening === null) throw new Error("not begun");
      return (await opening).ship(copiedAt);
    }),
};

export type BackupThread = typeof served;

serveCalls(served);
