import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Row, Statement } from "./requests.ts";

/** Runs the statements of domains, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Runs statements in order. Returns `false`, without running the others, if the first changes nothing. */
  change([condition, ...others]: readonly Statement[]): boolean {
    if (!condition || this.#prepare(condition.sql).run(...condition.values).changes === 0) return false;
    for (const { sql, values } of others) this.#prepare(sql).run(...values);
    return true;
  }

  query({ sql, values }: Statement): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }) as Row);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
