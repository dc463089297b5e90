import { pino } from "pino";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../../server/src/migrations.ts";
import type { Database } from "../../server/src/storage/database/database.ts";
import type { Journal } from "../../server/src/storage/journal/journal.ts";
import { openDatabase, openJournal } from "../../server/src/storage/open.ts";
import { PostgresDatabase } from "../../server/src/storage/postgres/postgres-database.ts";
import { systemTime } from "../../server/src/time.ts";

const PORTS = { time: systemTime, log: pino({ level: "silent" }) };
const OPTIONS = { ...PORTS, retention: { finished: 1e12, unfinished: 1e12, results: 1e12 } };

/** Opens the journal in a database that no server has open. */
export async function openJournalFile(
  file: string,
): Promise<{ readonly database: Database; readonly journal: Journal }> {
  const database = await openDatabase(file, MIGRATIONS, PORTS);
  return { database, journal: openJournal(database, OPTIONS) };
}

/** Opens the journal in a PostgreSQL, beside the servers that use it. */
export async function openPostgresJournal(
  url: string,
): Promise<{ readonly postgres: PostgresDatabase; readonly journal: Journal }> {
  const options = { migrations: POSTGRES_MIGRATIONS, log: PORTS.log };
  const postgres = await PostgresDatabase.open(url, options);
  return { postgres, journal: openJournal(postgres, OPTIONS) };
}
