/*
 * The messages between a server's main thread and its database's. The first message to the thread says what to open, each
 * later one is a list of requests; each from it is a list of replies, or an event.
 */

/** The database that the thread opens. */
export interface OpenRequest {
  readonly file: string;
  /** See `openFile`. */
  readonly migrations: readonly string[];
}

/** A value that SQLite takes and returns. Numbers are integers up to 2^53. */
export type Value = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Whether a change is done only if this statement changes something. The first of a change always is. */
  readonly required?: boolean;
}

export type Row = Readonly<Record<string, Value>>;

/** `change`, `query`, `check`, `backup`, `restore`, `close` (`Database`), or a method of the plugin. */
export type Request = readonly [id: number, method: string, args: readonly unknown[]];

const EXCLUSIVE: ReadonlySet<string> = new Set(["backup", "restore", "close"]);

/** Whether a request concerns the whole file, and runs in no transaction. */
export function isExclusive([, method]: Request): boolean {
  return EXCLUSIVE.has(method);
}

/**
 * How a request ended: `done`; `damaged`: what it concerns cannot be read; `refused`: it is invalid; `failed`: the file cannot
 * be used now; `unknown`: it may have been written, but the disk did not confirm it, or the file is no longer at its path. In every other case but `done` nothing was
 * written.
 */
export type Outcome = "done" | "damaged" | "refused" | "failed" | "unknown";

/** A reply, with the value of a request that is done, else the reason for the log. */
export type Reply = readonly [id: number, outcome: Outcome, value: unknown];

/** A report of the thread besides its replies. */
export type ThreadEvent =
  | { readonly event: "opened" }
  | { readonly event: "open-failed"; readonly code: string; readonly sentence: string }
  /** The file was damaged; what could be read of it is in a new one. `damaged`: where the old one is now. */
  | { readonly event: "recovered"; readonly damaged: string }
  /** The server before was killed, and its write-ahead log is gone: what it wrote last is lost. */
  | { readonly event: "log-missing" }
  /** Another program had harmed the write-ahead log, which was written again. Nothing is lost. */
  | { readonly event: "log-restored"; readonly harm: string }
  /** The file may be readable for other users: its owner or its disk allows no change of its mode. */
  | { readonly event: "mode-refused" };
