import { once } from "node:events";
import { statSync } from "node:fs";
import { LineSummaries } from "@flower-war/protocol/log";
import { readArguments } from "./arguments.ts";
import { gamesWith, loadGames } from "./games/outside-games.ts";
import type { HostedGames } from "./games/versions.ts";
import { openLog } from "./log.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "./migrations.ts";
import { StartError } from "./start-error.ts";
import { DatabaseRequestError } from "./storage/database/database.ts";
import { DatabaseFlawError } from "./storage/database/errors.ts";
import { readFileVersion, verifyFile } from "./storage/database/verify.ts";
import type { Journal } from "./storage/journal/journal.ts";
import { journalPlugin } from "./storage/journal/sqlite-log.ts";
import { openDatabase, openJournal, type Store } from "./storage/open.ts";
import { readPostgresVersion } from "./storage/postgres/migrate.ts";
import { PostgresDatabase } from "./storage/postgres/postgres-database.ts";
import { systemTime } from "./time.ts";

/** What is read: a copy of a server's database, which is brought to this version, or a PostgreSQL. */
type Given =
  | { readonly file: string; readonly url?: undefined }
  | { readonly url: string; readonly file?: undefined };

/** The stored data that is read. */
interface Stored {
  readonly store: Store;
  /** How many migrations it had, and how many this version makes of them. */
  readonly from: number;
  readonly to: number;
  /** Whether it has all of them now: a copy was brought to this version, in `ms`. */
  readonly isCurrent: boolean;
  readonly ms: number;
  /** Of the file; `null`: it is a PostgreSQL. */
  readonly bytes: number | null;
}

type Work = (journal: Journal, games: HostedGames, stored: Stored) => Promise<object>;

/**
 * Runs a process that reads stored matches for a command, because the server alone loads games of a host's own. It takes
 * `--game <path>`, of which there may be several, and `Given` over its IPC channel. It answers what the work returns, or `{ failure }`,
 * one sentence, if a game cannot be loaded or the database cannot be read; then it ends. Call it before anything is awaited.
 * @param work changes nothing
 */
export async function answerFromJournal(work: Work): Promise<void> {
  const received = once(process, "message");
  const answer = await answerOf(received as Promise<[Given]>, work);
  process.send?.(answer, () => process.disconnect());
}

async function answerOf(received: Promise<[Given]>, work: Work): Promise<object> {
  try {
    const games = gamesWith(await loadGames(readArguments().games));
    const [given] = await received;
    return await readJournal(given, (journal, stored) => work(journal, games, stored));
  } catch (error) {
    if (error instanceof StartError) return { failure: error.message };
    if (error instanceof DatabaseFlawError)
      return { failure: `The file is no whole database of a server (bad-database: ${error.flaw}).` };
    if (error instanceof DatabaseRequestError)
      return { failure: `The database cannot be read: ${error.message}.` };
    throw error;
  }
}

async function readJournal<T>(
  given: Given,
  read: (journal: Journal, stored: Stored) => Promise<T>,
): Promise<T> {
  const ports = { time: systemTime, log: openLog("silent", new LineSummaries(systemTime)) };
  const began = systemTime.monotonic();
  const to = given.file === undefined ? POSTGRES_MIGRATIONS.length : MIGRATIONS.length;
  const from = given.file === undefined ? await readPostgresVersion(given.url) : readFileVersion(given.file);
  if (from > to)
    throw new StartError(
      `A newer version stored that (database-newer: its version is ${from}, this one reads up to ${to}).`,
    );
  const bytes = given.file === undefined ? null : statSync(given.file).size;
  if (given.file !== undefined) verifyFile(given.file, MIGRATIONS, journalPlugin);
  const database =
    given.file === undefined
      ? await PostgresDatabase.open(given.url, { migrations: null, log: ports.log })
      : await openDatabase(given.file, MIGRATIONS, ports);
  const isCurrent = given.file !== undefined || from === to;
  const ms = Math.round(systemTime.monotonic() - began);
  const journal = openJournal(database, { ...ports, retention: { finished: 0, unfinished: 0, results: 0 } });
  // It only reads; the server deletes old rows.
  journal.close();
  try {
    return await read(journal, { store: database, from, to, isCurrent, ms, bytes });
  } finally {
    await database.close();
  }
}
