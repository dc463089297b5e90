import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/**
 * A domain's code in the database's thread, on its own tables, as the journal has. A domain that needs only statements
 * needs no plugin (`Database.change`, `Database.query`).
 */
export interface PluginType {
  /** Reads what the tables hold. The database has all its migrations. */
  open(database: DatabaseSync): Plugin;
  /** The methods of a plugin that `Database.request` can call. They throw `DamagedItem` if they cannot read one item. */
  readonly reads: ReadonlySet<string>;
  /** The same, for methods that write: they run within a transaction. */
  readonly writes: ReadonlySet<string>;
  /** Whether a row that was read from a damaged file is as it was written. */
  isIntact(table: string, row: Readonly<Record<string, SQLOutputValue>>): boolean;
  /** Marks the items of which not all rows were recovered. Part of a transaction. */
  markLosses(target: DatabaseSync, damaged: DamagedRows): void;
}

/** The readable part of a damaged file. */
export interface DamagedRows {
  /**
   * Reads the rows of a query in an order, as far as they can be read: from its beginning and from its end.
   * @returns whether all were read
   */
  readOrdered(
    select: string,
    by: readonly string[],
    take: (row: Readonly<Record<string, SQLOutputValue>>) => void,
  ): boolean;
}

/** A plugin on an open database. */
export interface Plugin {
  /** Checks the tables when the file is opened. @throws an error that `isCorrupt`: the file must be recovered */
  verify(): void;
  /** Reads the tables again: a transaction was rolled back. */
  reload(): void;
  /** Called in each transaction with writes, before its commit. */
  beforeCommit(): void;
  /** Called in a transaction before the file is closed; it may be lost. */
  beforeClose(): void;
  /** Returns what fences the items of this file from those of one that replaces it, by `raiseFence`. */
  readFence(): number;
  /** Makes sure that no user of the replaced file writes into this one. Part of a transaction. */
  raiseFence(replaced: number): void;
  /** Marks an item as damaged for good: recovering the file did not bring it back. Part of a transaction if one is open. */
  giveUp(item: string): void;
}
