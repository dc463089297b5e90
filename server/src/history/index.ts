import type { Logger } from "pino";
import type { Journal } from "../storage/journal/journal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Time } from "../time.ts";
import { Histories } from "./histories.ts";
import { HistoryStore } from "./store/history-store.ts";

export interface HistoryOptions {
  readonly database: SqlDatabase;
  readonly journal: Pick<Journal, "findHeads" | "findResult">;
  readonly time: Time;
  readonly log: Logger;
}

/** Opens the players' histories. Closing them closes no database. */
export function openHistories({ database, ...ports }: HistoryOptions): {
  readonly store: HistoryStore;
  readonly histories: Histories;
} {
  const store = new HistoryStore(database);
  return { store, histories: new Histories({ ...ports, store }) };
}
