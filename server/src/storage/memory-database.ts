import { DatabaseSync } from "node:sqlite";
import { DatabaseRequestError } from "./database/database.ts";
import { isConstraint } from "./database/errors.ts";
import { addChecksum } from "./database/file.ts";
import type { Row, Statement, Value } from "./database/requests.ts";
import { Statements } from "./database/statements.ts";
import { type JournalMethods, SqliteLog } from "./journal/sqlite-log.ts";
import type { SqlDatabase } from "./sql-database.ts";

/** The tables that migrations leave, as SQL. Migrations take three times as long, and many servers of one process need them. */
const SCHEMAS = new WeakMap<readonly string[], string>();

/** A SQLite database in the memory of this process, with which it ends: for servers that store nothing, and for tests. */
export class MemoryDatabase implements SqlDatabase {
  readonly #database = new DatabaseSync(":memory:");
  readonly #statements = new Statements(this.#database);
  readonly #log: SqliteLog;
  readonly #begin = this.#database.prepare("BEGIN");
  readonly #commit = this.#database.prepare("COMMIT");

  /** @param migrations as of a file (../migrations.ts); they store no rows */
  constructor(migrations: readonly string[]) {
    addChecksum(this.#database);
    const schema = SCHEMAS.get(migrations) ?? schemaAfter(migrations);
    SCHEMAS.set(migrations, schema);
    this.#database.exec(`BEGIN; ${schema}; COMMIT`);
    this.#log = new SqliteLog(this.#database);
  }

  async change(...statements: Statement[]): Promise<boolean> {
    return this.#transact(() => this.#statements.change(statements));
  }

  async query<R extends object = Row>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#transact(() => this.#statements.query({ sql, values }) as R[]);
  }

  /** Calls a method of the journal's tables, for `SqliteStore`. */
  async request(method: keyof JournalMethods, args: readonly unknown[]): Promise<unknown> {
    return this.#transact(() => Reflect.apply(this.#log[method], this.#log, args) as unknown);
  }

  /** Deletes all rows, of the journal too: tests use one database again instead of opening many. */
  empty(): void {
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'";
    this.#transact(() => {
      for (const { name } of this.#statements.query({ sql, values: [] }))
        this.#statements.query({ sql: `DELETE FROM "${String(name)}"`, values: [] });
    });
    this.#log.reload();
  }

  #transact<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      this.#log.reload();
      throw new DatabaseRequestError(isConstraint(error) ? "refused" : "failed", String(error));
    }
  }
}

function schemaAfter(migrations: readonly string[]): string {
  const database = new DatabaseSync(":memory:");
  addChecksum(database);
  for (const migration of migrations) database.exec(migration);
  const sql =
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
  const schema = database.prepare(sql).all();
  database.close();
  return schema.map(({ sql: each }) => String(each)).join("; ");
}
