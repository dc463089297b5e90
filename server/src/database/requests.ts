/** What passes between a server's main thread and its database's. A message is a list: of requests, or of answers. */
import type { SqliteLog } from "../journal/sqlite-log.ts";

/** What SQLite takes and gives. Numbers are integers up to 2^53. */
export type Value = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

export type Row = Readonly<Record<string, Value>>;

/** What can be asked of the thread: arguments and answer of each method. */
export interface Methods
  extends Pick<SqliteLog, "create" | "append" | "takeOver" | "read" | "headOf" | "forget"> {
  /** See `Database.change`. */
  change(statements: readonly Statement[]): boolean;
  query(statement: Statement): Row[];
  /** See `Engine`, and below. */
  backup(to: string): void;
  restore(from: string): string;
  close(): void;
}

export type Method = keyof Methods;

const ALONE: ReadonlySet<Method> = new Set(["backup", "restore", "close"]);

/** Whether this concerns the whole file, and is no part of any transaction. */
export function isAlone([, method]: Request): boolean {
  return ALONE.has(method);
}

export type Request = {
  [M in Method]: readonly [id: number, method: M, args: Parameters<Methods[M]>];
}[Method];

/** How a request ended: done; of a match that is damaged; refused, as it makes no sense; failed, and not done at all. */
export type Ending = "done" | "damaged" | "refused" | "failed";

/** The value of what is done, the reason of everything else. */
export type Reply = readonly [id: number, ending: Ending, value: unknown];

/** What the thread tells beside its answers. */
export type Note =
  | { readonly note: "open" }
  | { readonly note: "not-open"; readonly code: string; readonly sentence: string }
  /** The file was damaged; what could be read of it was saved into a new one. */
  | { readonly note: "rescued"; readonly damaged: string }
  /** Rows of the journal are gone. */
  | { readonly note: "gaps"; readonly rows: number };
