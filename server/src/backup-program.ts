/**
 * Lists, restores and verifies shipped backups, as a process that `flower-war backup` starts: the server alone knows how. It takes
 * `--game <path>`, of which there may be several, and `Given` over its IPC channel, and reads the variables of the server. It answers
 * what was asked for, or `{ failure, code? }`, one sentence; then it ends.
 */
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { readArguments } from "./arguments.ts";
import { BackupError } from "./backups/backup-error.ts";
import { createBackupKey } from "./backups/backup-key.ts";
import type { StoredBackup } from "./backups/backup-store.ts";
import { openBackupStore } from "./backups/open-store.ts";
import { fetchBackup, type FetchedBackup } from "./backups/fetch-backup.ts";
import { fillEmptyPostgres } from "./backups/postgres-parts.ts";
import { writeSqliteFile } from "./backups/sqlite-parts.ts";
import { readBackupPlace } from "./config.ts";
import { gamesWith, loadGames } from "./games/outside-games.ts";
import { POSTGRES_MIGRATIONS } from "./migrations.ts";
import { StartError } from "./start-error.ts";
import { PostgresClient, readConnectionOptions } from "./storage/postgres/connection.ts";
import { systemTime } from "./time.ts";
import { describeValue, readVariable } from "./variables.ts";
import { verifyParts } from "./verify-backup.ts";

/** `at`: ms since 1970; `null`: the newest. `to`: a file to write; `null`: the empty PostgreSQL at `DATABASE_URL`. */
type Given =
  | { readonly act: "list" }
  | { readonly act: "key"; readonly file: string }
  | { readonly act: "drill"; readonly at: number | null }
  | { readonly act: "fetch"; readonly at: number | null; readonly to: string | null };

type Restored = ProgramAnswers["backup fetch"];

const received = once(process, "message");
const answer = await answerTo(async () => ((await received) as [Given])[0]);
process.send?.(answer, () => process.disconnect());

async function answerTo(given: () => Promise<Given>): Promise<object> {
  try {
    return await act(await given());
  } catch (error) {
    if (error instanceof StartError) return { failure: error.message };
    if (error instanceof BackupError)
      return { failure: `${error.message} (${error.code}).`, code: error.code };
    throw error;
  }
}

async function act(given: Given): Promise<ProgramAnswers[`backup ${Given["act"]}`]> {
  if (given.act === "key") return { recipient: await createBackupKey(given.file) };
  if (given.act === "list") return { backups: await listBackups() };
  return withScratch((scratch) =>
    given.act === "drill" ? drill(given.at, scratch) : fetchTo(given.to, given.at, scratch),
  );
}

function listBackups(): Promise<readonly StoredBackup[]> {
  return openBackupStore(readBackupPlace(process.env)).list();
}

async function drill(at: number | null, scratch: string): Promise<ProgramAnswers["backup drill"]> {
  const databaseUrl = readVariable(process.env, "DATABASE_URL") ?? null;
  const games = gamesWith(await loadGames(readArguments().games));
  return restored(at, scratch, ({ parts }) =>
    verifyParts(parts, { scratch, databaseUrl, games, folded: new Map() }).then((contents) => ({ contents })),
  );
}

function fetchTo(to: string | null, at: number | null, scratch: string): Promise<Restored> {
  const url = readVariable(process.env, "DATABASE_URL");
  if (to === null && url === undefined)
    throw new StartError(`DATABASE_URL must be set: ${describeValue("DATABASE_URL")}.`);
  return restored(at, scratch, async ({ parts }) => {
    if (to !== null) await writeSqliteFile(to, parts);
    else if (url !== undefined)
      await fillEmptyPostgres(new PostgresClient(readConnectionOptions(url)), parts, POSTGRES_MIGRATIONS);
    return {};
  });
}

/** Fetches a backup and restores it. */
async function restored<T extends object>(
  at: number | null,
  scratch: string,
  restore: (fetched: FetchedBackup) => Promise<T>,
): Promise<Restored & T> {
  const { now, monotonic } = systemTime;
  const wanted = at ?? now();
  const begun = monotonic();
  const fetched = await fetchBackup(readBackupPlace(process.env), wanted, scratch);
  const fetchedAt = monotonic();
  try {
    const { backup, files, bytes } = fetched;
    const found = await restore(fetched);
    const seconds = { fetch: (fetchedAt - begun) / 1000, restore: (monotonic() - fetchedAt) / 1000 };
    return { backup: backup.name, at: backup.at, age: wanted - backup.at, files, bytes, seconds, ...found };
  } finally {
    await fetched.parts.close();
  }
}

/** Works with a folder that is removed however this process is asked to end: it has what the backup encrypts. */
async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-backup-"));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(128 + constants.signals[signal]);
    });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
