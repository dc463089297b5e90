/** Tables in the SQL of both databases. */
export interface Dialects {
  readonly sqlite: string;
  readonly postgres: string;
}

/**
 * Declares tables for both databases. It is the SQL of SQLite with a few words that differ:
 *
 * - `name KEY` is a text by which rows are found. In SQLite it is unique, and the primary key is a rowid of its own: damaged files are
 *   recovered row by row (database/recovery.ts).
 * - `id ROWID` numbers the rows.
 * - `BIGINT` takes integers up to 2^53; `INTEGER` has 32 bits in PostgreSQL.
 * - A line that begins with `sqlite:` or `postgres:` is in that one alone.
 */
export function inBothDialects(tables: string): Dialects {
  const sqlite = linesOf("sqlite", tables)
    .replace(/^( *)([a-z]\w*) KEY\b/gm, "$1id INTEGER PRIMARY KEY,\n$1$2 TEXT NOT NULL UNIQUE")
    .replaceAll("id ROWID", "id INTEGER PRIMARY KEY")
    .replaceAll("BIGINT", "INTEGER")
    .replace(/^ {2}\);/gm, "  ) STRICT;");
  const postgres = linesOf("postgres", tables)
    .replace(/^( *)([a-z]\w*) KEY\b/gm, "$1$2 text PRIMARY KEY")
    .replaceAll("id ROWID", "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
    .replace(/\b(TEXT|INTEGER|BIGINT)\b/g, (type) => type.toLowerCase());
  return { sqlite, postgres };
}

/** Returns the lines of one dialect. Its last one in a table ends without a comma. */
function linesOf(dialect: keyof Dialects, tables: string): string {
  const lines = tables.split("\n").flatMap((line) => {
    const [, indent = "", only = "", rest = ""] = /^( *)(sqlite|postgres): (.*)$/.exec(line) ?? [];
    if (only === "") return [line];
    return only === dialect ? [indent + rest] : [];
  });
  return lines.join("\n").replace(/,(\n *\))/g, "$1");
}
