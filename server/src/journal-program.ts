import { once } from "node:events";
import { LineSummaries } from "@flower-war/protocol/log";
import { readArguments } from "./arguments.ts";
import { gamesWith, loadGames } from "./games/outside-games.ts";
import type { HostedGames } from "./games/versions.ts";
import { openLog } from "./log.ts";
import { MIGRATIONS } from "./migrations.ts";
import { StartError } from "./start-error.ts";
import { DatabaseRequestError } from "./storage/database/database.ts";
import { DatabaseFlawError } from "./storage/database/errors.ts";
import { verifyFile } from "./storage/database/verify.ts";
import type { Journal } from "./storage/journal/journal.ts";
import { journalPlugin } from "./storage/journal/sqlite-log.ts";
import { openDatabase, openJournal } from "./storage/open.ts";
import { PostgresDatabase } from "./storage/postgres/postgres-database.ts";
import { systemTime } from "./time.ts";

/** What is read: a copy of a server's database, which is brought to this version, or a PostgreSQL. */
type Given =
  | { readonly file: string; readonly url?: undefined }
  | { readonly url: string; readonly file?: undefined };

/**
 * Runs a process that reads stored matches for a command, because the server alone loads games of a host's own. It takes
 * `--game <path>`, of which there may be several, and `Given` over its IPC channel. It answers what the work returns, or `{ failure }`,
 * one sentence, if a game cannot be loaded or the database cannot be read; then it ends. Call it before anything is awaited.
 * @param work changes nothing
 */
export async function answerFromJournal(
  work: (journal: Journal, games: HostedGames) => Promise<object>,
): Promise<void> {
  const received = once(process, "message");
  const answer = await answerOf(received as Promise<[Given]>, work);
  process.send?.(answer, () => process.disconnect());
}

async function answerOf(
  received: Promise<[Given]>,
  work: (journal: Journal, games: HostedGames) => Promise<object>,
): Promise<object> {
  try {
    const games = gamesWith(await loadGames(readArguments().games));
    const [given] = await received;
    return await readJournal(given, (journal) => work(journal, games));
  } catch (error) {
    if (error instanceof StartError) return { failure: error.message };
    if (error instanceof DatabaseFlawError)
      return { failure: `The file is no whole database of a server (bad-database: ${error.flaw}).` };
    if (error instanceof DatabaseRequestError)
      return { failure: `The database cannot be read: ${error.message}.` };
    throw error;
  }
}

async function readJournal<T>({ file, url }: Given, read: (journal: Journal) => Promise<T>): Promise<T> {
  const ports = { time: systemTime, log: openLog("silent", new LineSummaries(systemTime)) };
  if (file !== undefined) verifyFile(file, MIGRATIONS, journalPlugin);
  const database =
    file === undefined
      ? await PostgresDatabase.open(url, { migrations: null, log: ports.log })
      : await openDatabase(file, MIGRATIONS, ports);
  const journal = openJournal(database, { ...ports, retention: { finished: 0, unfinished: 0, results: 0 } });
  // It only reads: what is old by now is the server's to delete.
  journal.close();
  try {
    return await read(journal);
  } finally {
    await database.close();
  }
}
