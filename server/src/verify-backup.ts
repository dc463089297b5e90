import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LineSummaries } from "@flower-war/protocol/log";
import { asBackupError, BackupError } from "./backups/backup-error.ts";
import type { Parts } from "./backups/parts.ts";
import { fillPostgres } from "./backups/postgres-parts.ts";
import { STATEMENT_TIMEOUT, type VerifiedContents } from "./backups/shipper.ts";
import { writeSqliteFile } from "./backups/sqlite-parts.ts";
import { findGame, type HostedGames } from "./games/versions.ts";
import { openLog } from "./log.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "./migrations.ts";
import { DatabaseFlawError } from "./storage/database/errors.ts";
import { verifyFile } from "./storage/database/verify.ts";
import { Journal, type MatchHead } from "./storage/journal/journal.ts";
import { PostgresStore } from "./storage/journal/postgres-store.ts";
import { createdOf } from "./storage/journal/record.ts";
import { journalPlugin } from "./storage/journal/sqlite-log.ts";
import { openDatabase, openJournal } from "./storage/open.ts";
import { PostgresClient, readConnectionOptions } from "./storage/postgres/connection.ts";
import type { PostgresAccess } from "./storage/postgres/postgres-database.ts";
import { misfitOf } from "./stored-games.ts";
import { readMatches } from "./stored-matches.ts";
import { systemTime } from "./time.ts";

export interface VerifyOptions {
  /** A folder for temporary files. */
  readonly scratch: string;
  /** The PostgreSQL in which those of PostgreSQL are restored, as temporary tables; `null`: they cannot be verified. */
  readonly databaseUrl: string | null;
  readonly games: HostedGames;
  /**
   * The matches that were folded before, by their ids: one is not folded again unless it went on, nor read again if it was over. It is
   * changed, and empty again for a whole backup.
   */
  readonly folded: Map<string, FoldedMatch>;
}

/** A match as it was when it was folded. A restore of the database raises its epoch. */
export interface FoldedMatch extends Pick<MatchHead, "epoch" | "over"> {
  /** How many facts it had. */
  readonly length: number;
}

const COUNTS = `
SELECT (SELECT count(*) FROM results) AS results, (SELECT count(*) FROM players) AS players,
  (SELECT count(*) FROM temple_credentials) AS temples`;

type Counts = Pick<VerifiedContents, "results" | "players" | "temples">;

/**
 * Restores a database in a scratch place and verifies it as a server does that gets it: its pages, tables and checksums; and plays
 * each match again. Nothing of it is left.
 * @throws `BackupError`
 */
export async function verifyParts(parts: Parts, options: VerifyOptions): Promise<VerifiedContents> {
  if (parts.header.base === null) options.folded.clear();
  return parts.header.kind === "sqlite" ? verifySqlite(parts, options) : verifyPostgres(parts, options);
}

const ports = () => ({ time: systemTime, log: openLog("silent", new LineSummaries(systemTime)) });
/** A verification only reads: what is old by now is the server's to delete. */
const RETENTION = { finished: 0, unfinished: 0, results: 0 };

async function verifySqlite(parts: Parts, options: VerifyOptions): Promise<VerifiedContents> {
  const file = join(options.scratch, "restored.db");
  await removeDatabase(file);
  try {
    await writeSqliteFile(file, parts);
    verifyFile(file, MIGRATIONS, journalPlugin);
    const database = await openDatabase(file, MIGRATIONS, ports());
    try {
      const [counts] = await database.query<Counts>(COUNTS);
      return await contentsOf(openJournal(database, { ...ports(), retention: RETENTION }), counts, options);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseFlawError) {
      const code = error.flaw === "newer" ? "backup-newer" : "backup-damaged";
      throw new BackupError(code, `the restored database cannot be used: ${error.flaw}`, error);
    }
    return asBackupError("backup-target", "the backup could not be restored")(error);
  } finally {
    await removeDatabase(file);
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(file + suffix, { force: true });
}

async function verifyPostgres(parts: Parts, options: VerifyOptions): Promise<VerifiedContents> {
  const { databaseUrl } = options;
  if (databaseUrl === null)
    throw new BackupError(
      "backup-target",
      "the backup is of a PostgreSQL: set DATABASE_URL to one where it can be restored",
    );
  const rethrow = asBackupError("backup-target", "the backup could not be restored in PostgreSQL");
  const client = new PostgresClient({
    ...readConnectionOptions(databaseUrl),
    query_timeout: STATEMENT_TIMEOUT,
  });
  try {
    await client.connect();
    // Temporary tables, which end with the session however it ends.
    await client.query("SET search_path = pg_temp");
    await fillPostgres(client, parts, POSTGRES_MIGRATIONS);
    const { rows } = await client.query<Counts>(COUNTS);
    const read: PostgresAccess["read"] = async ({ text, values }) =>
      (await client.query(text, [...values])).rows;
    const store = new PostgresStore({ read, run: read }, RETENTION, systemTime);
    const { time, log } = ports();
    return await contentsOf(new Journal(store, time, log), rows[0], options);
  } catch (error) {
    return rethrow(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function contentsOf(
  journal: Journal,
  counts: Counts | undefined,
  { games, folded: known }: VerifyOptions,
): Promise<VerifiedContents> {
  journal.close();
  const flawed: string[] = [];
  let [running, over, facts, folded] = [0, 0, 0, 0];
  const count = ({ over: isOver }: { readonly over: boolean }) => (isOver ? (over += 1) : (running += 1));
  const noteDamaged = (head: { readonly match: string; readonly over: boolean }) => {
    count(head);
    flawed.push(head.match);
  };
  // One that is over gets no facts, and its pages were verified before.
  const isWanted = ({ match, epoch }: MatchHead) => {
    const former = known.get(match);
    if (!former?.over || former.epoch !== epoch) return true;
    over += 1;
    folded += 1;
    facts += former.length;
    return false;
  };
  for await (const { head, facts: ofMatch } of readMatches(journal, [], isWanted, noteDamaged)) {
    count(head);
    facts += ofMatch.length;
    // Facts are only added.
    const former = known.get(head.match);
    const isKnown = former?.epoch === head.epoch && former.length === ofMatch.length;
    const hosted = isKnown ? undefined : findGame(games, createdOf(ofMatch).plan);
    if (!isKnown && hosted === undefined) continue;
    if (hosted !== undefined && misfitOf(hosted.game, ofMatch) !== null) {
      flawed.push(head.match);
      continue;
    }
    folded += 1;
    known.set(head.match, { epoch: head.epoch, over: head.over, length: ofMatch.length });
  }
  const { results = 0, players = 0, temples = 0 } = counts ?? {};
  return { matches: { running, over, folded, flawed }, facts, results, players, temples };
}
