import type { Row, Statement, Value } from "./database/requests.ts";

/**
 * What SQLite's database and PostgreSQL's have in common, for domains that need only statements. These are in the SQL that both
 * understand, with `?` where a value belongs. Every method rejects with `DatabaseRequestError` if the request was not done.
 */
export interface SqlDatabase {
  /**
   * Runs statements, all or none. Resolves when they are durable; with `false` if the first, or one that is `required`, would have
   * changed nothing: then none was run.
   */
  change(...statements: Statement[]): Promise<boolean>;
  /** Reads the rows of a statement that changes nothing. What they hold is the statement's matter: `Table.fields`, or the columns. */
  query<R extends object = Row>(sql: string, ...values: Value[]): Promise<R[]>;
}

export const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });

/** Returns a statement that adds a row, given by column. @param more follows the values, such as `ON CONFLICT DO NOTHING` */
export function insertInto(table: string, row: Readonly<Record<string, Value>>, more = ""): Statement {
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks}) ${more}`;
  return { sql, values: Object.values(row) };
}

/** A table whose rows are what a domain has: each field is a column's value. */
export class Table<R extends { readonly [F in keyof R]: Value }> {
  readonly #name: string;
  readonly #columns: readonly (readonly [field: string, column: string])[];
  /** What a `SELECT` names to read rows as `R`. */
  readonly fields: string;

  constructor(name: string, columns: { readonly [F in keyof R]: string }) {
    this.#name = name;
    this.#columns = Object.entries(columns);
    this.fields = this.#columns.map(([field, column]) => `${column} AS "${field}"`).join(", ");
  }

  /** Returns a statement that adds a row. @param more as for `insertInto` */
  insert(row: R, more?: string): Statement {
    const values = this.#columns.map(([field, column]) => [column, row[field as keyof R]] as const);
    return insertInto(this.#name, Object.fromEntries(values), more);
  }
}

/** Returns a statement that must change something for a change to be done. */
export const required = (sql: string, ...values: Value[]): Statement => ({ sql, values, required: true });
