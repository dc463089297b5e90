import type { PluginType } from "../database/plugin.ts";
import { SqliteLog } from "./sqlite-log.ts";
import { isIntactRow, markLosses } from "./sqlite-recovery.ts";

type Reads = Pick<SqliteLog, "read" | "readSince" | "findHead" | "findResult">;
type Writes = Pick<SqliteLog, "create" | "append" | "takeOver" | "deleteExpired">;

/** The requests to the journal in the database's thread. */
export type JournalMethods = Reads & Writes;

/** The journal's part of the database's thread. Its items are matches, by their ids. */
export const journalPlugin: PluginType = {
  open(database) {
    const log = new SqliteLog(database);
    const reads: Reads = {
      read: (match) => log.read(match),
      readSince: (match, n) => log.readSince(match, n),
      findHead: (idOrCode) => log.findHead(idOrCode),
      findResult: (match) => log.findResult(match),
    };
    const writes: Writes = {
      create: (name, rows, now) => log.create(name, rows, now),
      append: (...args) => log.append(...args),
      takeOver: (match, now) => log.takeOver(match, now),
      deleteExpired: (retention, now) => log.deleteExpired(retention, now),
    };
    return {
      reads,
      writes,
      verify: () => log.verify(),
      reload: () => log.reload(),
      beforeCommit: () => log.shrink(),
      beforeClose: () => log.updateHeads(),
      readFence: () => log.highestEpoch(),
      raiseFence: (replaced) => log.raiseEpochs(replaced),
      giveUp: (match) => log.giveUp(match),
    };
  },
  isIntact: isIntactRow,
  markLosses,
};
