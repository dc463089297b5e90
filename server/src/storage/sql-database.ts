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
  /** Reads the rows of a statement that changes nothing. */
  query(sql: string, ...values: Value[]): Promise<Row[]>;
}

export const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });

/** Returns a statement that must change something for a change to be done. */
export const required = (sql: string, ...values: Value[]): Statement => ({ sql, values, required: true });
