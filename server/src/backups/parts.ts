/**
 * What a backup is made of: named parts, pages of a file or of tables, each with a hash by which it is known to have changed. A backup
 * that builds on another one has those that changed alone.
 */
export interface PartsHeader {
  /** The version of this format. */
  readonly format: 1;
  readonly kind: "sqlite" | "postgres";
  /** How many migrations the database has. */
  readonly version: number;
  /** The hash of each part of the database, by its name, in the order in which they are restored. */
  readonly parts: readonly (readonly [name: string, hash: string])[];
  /** The last numbers that PostgreSQL gave, by table and column. */
  readonly sequences: readonly (readonly [table: string, column: string, last: number])[];
}

/** A database at one moment, to be backed up. */
export interface PartsSource {
  readonly header: PartsHeader;
  /** Reads a part as it was at that moment. */
  read(name: string): Promise<Uint8Array>;
  /** Ends the reading. */
  close(): Promise<void>;
}

/** All parts of a database as it was. */
export interface Parts {
  /** `base`: `null` if the last backup of the chain was whole. */
  readonly header: PartsHeader & { readonly base: number | null };
  read(name: string): Promise<Uint8Array>;
}
