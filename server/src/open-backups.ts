import { extname, join } from "node:path";
import { rm } from "node:fs/promises";
import { BackupSchedule, NO_BACKUPS } from "./backups/backup-schedule.ts";
import type { BackupThread } from "./backup-thread.ts";
import type { Gauges } from "./metrics/gauges.ts";
import { close, type Foundation, stop } from "./open-foundation.ts";
import { Thread } from "./thread.ts";

const THREAD = new URL(`./backup-thread${extname(import.meta.filename)}`, import.meta.url);

/**
 * Opens what ships backups, which begins with `start`.
 * @param games the paths of games from outside
 * @param opened closes it
 * @returns `null`: no backups were asked for, or nothing is stored
 */
export function openBackups(
  { config, ports, stores }: Foundation,
  gauges: Gauges,
  games: readonly string[],
  opened: AsyncDisposableStack,
): BackupSchedule | null {
  const { backups, dataDir, databaseUrl } = config;
  if (backups === null || dataDir === null || stores.durable === null) {
    gauges.followBackups(() => NO_BACKUPS);
    return null;
  }
  const log = ports.log.child({ part: "backups" });
  const scratch = join(dataDir, "backup-scratch");
  const thread = opened.adopt(new Thread<BackupThread>("backup", THREAD, ports.time, log, true), close);
  const { database } = stores;
  const schedule = new BackupSchedule({
    time: ports.time,
    log,
    settings: { ...backups, scratch, databaseUrl, games },
    thread: {
      begin: (settings) => thread.call("begin", settings),
      ship: (copiedAt) => thread.call("ship", copiedAt),
    },
    copy: database && ((file) => rm(file, { force: true }).then(() => database.backup(file))),
  });
  opened.adopt(schedule, stop);
  gauges.followBackups(() => schedule.state);
  return schedule;
}
