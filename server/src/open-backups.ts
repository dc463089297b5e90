import { mkdir, rm } from "node:fs/promises";
import { extname } from "node:path";
import { backupScratchIn } from "./config.ts";
import { BackupSchedule, NO_BACKUPS } from "./backups/backup-schedule.ts";
import type { BackupThread } from "./backup-thread.ts";
import type { Gauges } from "./metrics/gauges.ts";
import { close, type Foundation, stop } from "./open-foundation.ts";
import { Thread } from "./thread.ts";

const THREAD = new URL(`./backup-thread${extname(import.meta.filename)}`, import.meta.url);

/**
 * Opens what ships backups, which begins with `start`. Copies of a SQLite database, which are not encrypted, are removed before, and when
 * it is closed.
 * @param games the paths of games from outside
 * @param opened closes it
 * @returns `null`: no backups were asked for, or nothing is stored
 */
export async function openBackups(
  { config, ports, stores }: Foundation,
  gauges: Gauges,
  games: readonly string[],
  opened: AsyncDisposableStack,
): Promise<BackupSchedule | null> {
  const { backups, dataDir, databaseUrl } = config;
  const { database } = stores;
  const scratch = dataDir === null ? null : backupScratchIn(dataDir);
  if (database !== null && scratch !== null) {
    const remove = () => rm(scratch, { recursive: true, force: true }).catch(() => {});
    await remove();
    opened.defer(remove);
  }
  if (backups === null || scratch === null || stores.durable === null) {
    gauges.followBackups(() => NO_BACKUPS);
    return null;
  }
  const log = ports.log.child({ part: "backups" });
  const copy = async (file: string) => {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    await rm(file, { force: true });
    await database?.backup(file);
  };
  const thread = opened.adopt(new Thread<BackupThread>("backup", THREAD, ports.time, log, true), close);
  const schedule = new BackupSchedule({
    time: ports.time,
    log,
    settings: { ...backups, scratch, databaseUrl, games },
    thread: {
      begin: (settings) => thread.call("begin", settings),
      ship: (copiedAt) => thread.call("ship", copiedAt),
    },
    copy: database && copy,
  });
  opened.adopt(schedule, stop);
  gauges.followBackups(() => schedule.state);
  return schedule;
}
