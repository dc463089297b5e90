import type pg from "pg";
import { StartError } from "../../start-error.ts";
import { LOCKS, PostgresClient, readConnectionOptions, unusable } from "./connection.ts";

/** The version of PostgreSQL that the tests run. */
const OLDEST = 15;

/**
 * Brings a database to this server's version, in one transaction: all or nothing. Servers that start together wait for each other.
 * @param migrations what makes each version from the one before
 * @throws `StartError` if the database cannot be used: then nothing has changed
 */
export async function migrate(url: string, migrations: readonly string[]): Promise<void> {
  const client = new PostgresClient(readConnectionOptions(url));
  try {
    await client.connect();
    await checkServer(client, url);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [...LOCKS.migration]);
    const version = await readVersion(client);
    if (version > migrations.length) {
      const reason = `a newer Flower War wrote there (its version is ${version}, this one reads up to ${migrations.length}); start the newer one again, or restore your dump from before the upgrade`;
      throw unusable(url, reason, "database-newer");
    }
    await bringTo(client, migrations, version);
    await client.query("COMMIT");
  } catch (error) {
    throw error instanceof StartError ? error : unusable(url, error);
  } finally {
    // The end of the session rolls back an uncommitted migration.
    await client.end().catch(() => {});
  }
}

/** Returns how many migrations a database has; 0: it has nothing of a server. @throws `StartError` if it cannot be used */
export async function readPostgresVersion(url: string): Promise<number> {
  const client = new PostgresClient(readConnectionOptions(url));
  try {
    await client.connect();
    const { rows } = await client.query<{ found: string | null }>(
      "SELECT to_regclass('flower_war') AS found",
    );
    if (!rows[0]?.found) return 0;
    const { rows: versions } = await client.query<{ version: number }>("SELECT version FROM flower_war");
    return versions[0]?.version ?? 0;
  } catch (error) {
    throw unusable(url, error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Applies the migrations after a version. */
export async function bringTo(
  client: pg.ClientBase,
  migrations: readonly string[],
  version: number,
): Promise<void> {
  for (const migration of migrations.slice(version)) await client.query(migration);
  await client.query("UPDATE flower_war SET version = $1", [migrations.length]);
}

/** Creates the table that counts the migrations, unless it is there. */
export async function createVersionTable(client: pg.ClientBase): Promise<void> {
  await client.query("CREATE TABLE IF NOT EXISTS flower_war (version integer NOT NULL)");
}

async function checkServer(client: pg.Client, url: string): Promise<void> {
  const settings = `SELECT current_setting('server_version_num')::int / 10000 AS version,
    current_setting('server_encoding') AS encoding`;
  const { rows } = await client.query<{ version: number; encoding: string }>(settings);
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < OLDEST) throw unusable(url, `it is PostgreSQL ${version}, ${OLDEST} or newer is needed`);
  if (encoding !== "UTF8") throw unusable(url, `its encoding is ${encoding}, UTF8 is needed`);
}

/** Reads how many migrations were applied. An empty database gets the table that counts them. */
async function readVersion(client: pg.Client): Promise<number> {
  await createVersionTable(client);
  const { rows } = await client.query<{ version: number }>("SELECT version FROM flower_war");
  if (rows[0]) return rows[0].version;
  await client.query("INSERT INTO flower_war VALUES (0)");
  return 0;
}
