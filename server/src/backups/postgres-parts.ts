import type pg from "pg";
import { bringTo, createVersionTable } from "../storage/postgres/migrate.ts";
import { asBackupError, BackupError } from "./backup-error.ts";
import type { Parts, PartsSource } from "./parts.ts";

/** Pages of a table that are one part: 128 KB. */
const PAGES = 16;

/** Returns the names of the tables that migrations make, and of the one with their number: others in the schema are not the server's. */
export function tablesOf(migrations: readonly string[]): readonly string[] {
  const created = migrations.join("\n").matchAll(/\bCREATE TABLE ([a-z][a-z0-9_]*)/g);
  return ["flower_war", ...Array.from(created, ([, name = ""]) => name)].toSorted();
}

const ANY_TABLE = `
SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LIMIT 1`;

/** What PostgreSQL's sequences gave last. They know no transaction, and are never behind the rows. */
const SEQUENCES = `
SELECT c.relname AS table, a.attname AS column,
  pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) AS last
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1) AND a.attidentity <> ''
ORDER BY 1, 2`;

/** A change of any row changes the hash of its pages. */
const hashesOf = (table: string) => `
SELECT (ctid::text::point)[0]::bigint / ${PAGES} AS part,
  count(*) || ':' || bit_xor(hashtextextended(t::text, 0)) AS hash
FROM ${table} t GROUP BY 1 ORDER BY 1`;

const rowsOf = (table: string, part: number) => `
SELECT row_to_json(t)::text AS row FROM ${table} t
WHERE ctid >= '(${part * PAGES},0)' AND ctid < '(${(part + 1) * PAGES},0)'`;

/**
 * Opens a database as a source, as it is now. The name of a part is its table and its number. Writes go on meanwhile.
 * @param client is used by nothing else until the source is closed
 * @param tables the names of its tables
 */
export async function openPostgresParts(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<PartsSource & { readonly at: number }> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  // The first query fixes the moment.
  const { rows: versions } = await client.query<{ version: number; at: number }>(
    "SELECT version, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at FROM flower_war",
  );
  const { version = 0, at = 0 } = versions[0] ?? {};
  const parts: (readonly [string, string])[] = [];
  for (const name of tables) {
    const { rows } = await client.query<{ part: number; hash: string }>(hashesOf(name));
    parts.push(...rows.map(({ part, hash }) => [`${name}/${part}`, hash] as const));
  }
  const { rows: found } = await client.query<{ table: string; column: string; last: number | null }>(
    SEQUENCES,
    [tables],
  );
  const sequences = found.flatMap(({ table, column, last }) =>
    last === null ? [] : [[table, column, last] as const],
  );
  return {
    at: Math.floor(at),
    header: { format: 1, kind: "postgres", version, parts, sequences },
    async read(part) {
      const { table, n } = parsePart(part);
      const { rows } = await client.query<{ row: string }>(rowsOf(table, n));
      return Buffer.from(rows.map(({ row }) => row).join("\n"));
    },
    close: async () => void (await client.query("ROLLBACK")),
  };
}

function parsePart(part: string): { readonly table: string; readonly n: number } {
  const [, table, n] = /^([a-z][a-z0-9_]*)\/(\d+)$/.exec(part) ?? [];
  if (table === undefined) throw new BackupError("backup-damaged", `it has a part ${part}`);
  return { table, n: Number(n) };
}

/**
 * Fills a database, where nothing of a server is yet, from its parts, and brings it to this version. Part of a transaction, or of a
 * session with a schema of its own.
 * @throws `BackupError` with `backup-target`, `backup-newer` or `backup-damaged`
 */
export async function fillPostgres(
  client: pg.ClientBase,
  source: Parts,
  migrations: readonly string[],
): Promise<void> {
  const { header } = source;
  if (header.kind !== "postgres")
    throw new BackupError("backup-target", "the backup is of a SQLite file: it needs a file to be written");
  if (header.version > migrations.length)
    throw new BackupError("backup-newer", "a newer version of the server made the backup");
  try {
    await createVersionTable(client);
    await bringTo(client, migrations.slice(0, header.version), 0);
    const tables = Map.groupBy(header.parts, ([part]) => parsePart(part).table);
    // Migrations may have added rows.
    for (const table of await tablesIn(client)) await client.query(`DELETE FROM ${table}`);
    for (const [table, parts] of tables)
      await fillTable(
        client,
        table,
        parts.map(([part]) => part),
        source,
      );
    for (const [table, column, last] of header.sequences)
      await client.query("SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3)", [
        table,
        column,
        last,
      ]);
    await bringTo(client, migrations, header.version);
  } catch (error) {
    asBackupError("backup-target", "the database cannot be filled")(error);
  }
}

/**
 * Fills an empty database, all or nothing, with a connection that is opened for it and closed.
 * @throws as `fillPostgres`, also with `backup-target` if the database has tables
 */
export async function fillEmptyPostgres(
  client: pg.Client,
  parts: Parts,
  migrations: readonly string[],
): Promise<void> {
  try {
    await client.connect();
    await client.query("BEGIN");
    const { rows: tables } = await client.query(ANY_TABLE);
    if (tables.length > 0) throw new BackupError("backup-target", "the database is not empty");
    await fillPostgres(client, parts, migrations);
    await client.query("COMMIT");
  } catch (error) {
    asBackupError("backup-target", "the database cannot be filled")(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the tables of the schema that is written to: the session's own for temporary ones, if it is that. */
async function tablesIn(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace =
      (SELECT relnamespace FROM pg_class WHERE oid = 'flower_war'::regclass)`);
  return rows.map(({ name }) => name);
}

async function fillTable(
  client: pg.ClientBase,
  table: string,
  parts: readonly string[],
  source: Parts,
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(", ");
  const insert = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
  for (const part of parts) {
    const rows = Buffer.from(await source.read(part)).toString();
    await client.query(insert, [`[${rows.replaceAll("\n", ",")}]`]);
  }
}
