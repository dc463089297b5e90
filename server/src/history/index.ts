import type { Logger } from "pino";
import type { PlayerStore } from "../players/store/player-store.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Time } from "../time.ts";
import { Histories } from "./histories.ts";
import type { HistoryStore } from "./store/history-store.ts";
import { MemoryHistory } from "./store/memory-store.ts";
import { SqlHistory } from "./store/sql-store.ts";

export interface HistoryOptions {
  /** Stores histories; `null`: they end with the process. */
  readonly database: SqlDatabase | null;
  readonly players: Pick<PlayerStore, "find">;
  readonly journal: Pick<Journal, "findHeads" | "findResult">;
  readonly time: Time;
  readonly log: Logger;
}

/** Opens the players' histories. Closing them closes no database. */
export function openHistories({ database, players, ...ports }: HistoryOptions): {
  readonly store: HistoryStore;
  readonly histories: Histories;
} {
  const store = database === null ? new MemoryHistory(players) : new SqlHistory(database);
  return { store, histories: new Histories({ ...ports, store }) };
}
