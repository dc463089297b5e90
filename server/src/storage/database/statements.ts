import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Row, Statement, Value } from "./requests.ts";

/** Runs the statements of domains, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Runs statements in order, within a transaction. Returns `false`, and undoes them, if the first or one that is `required` changes
   * nothing.
   */
  change(statements: readonly Statement[]): boolean {
    this.#run("SAVEPOINT change");
    const isDone = statements.every(({ sql, values, required }, i) => {
      const changed = this.#run(sql, values);
      return changed > 0 || (i > 0 && !required);
    });
    if (!isDone) this.#run("ROLLBACK TO change");
    this.#run("RELEASE change");
    return isDone;
  }

  query({ sql, values }: Statement): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }) as Row);
  }

  /** Returns how many rows were changed. */
  #run(sql: string, values: readonly Value[] = []): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
