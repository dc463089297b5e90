import { type ChildProcess, execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort, findProgram, startProgram, untilListening } from "./outside-program.ts";

/** The user of PostgreSQL who owns the database. */
const OWNER = "flower_war";
/** Where Debian has the programs of each version of PostgreSQL, and the oldest version that servers can use. */
const [VERSIONS, OLDEST] = ["/usr/lib/postgresql", 15] as const;
/** A file for each day of the week in data/log; what keeps it from starting goes to our own stderr. */
const LOG_SETTINGS = [
  "logging_collector=on",
  "log_filename=postgresql-%a.log",
  "log_truncate_on_rotation=on",
  "log_min_messages=fatal",
] as const;
/** ms between two looks whether PostgreSQL accepts connections. */
const POLL = 50;

const run = promisify(execFile);

/** A store that runs for the servers of this machine alone. */
export interface Store {
  /** The value of the servers' variable. */
  readonly url: string;
  /** Starts it; after an end, again with its stored data. */
  start(): ChildProcess;
  /** Resolves when it can be used. */
  untilReady(): Promise<void>;
}

/**
 * Prepares a Redis that keeps nothing on disk, as in docker-compose.yml.
 * @param folder for its settings, which other users of this machine must not read
 * @param program the path of redis-server
 */
export async function prepareRedis(folder: string, program: string): Promise<Store> {
  const port = await findFreePort();
  const password = newPassword();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "redis.conf");
  const settings = [
    `port ${port}`,
    "bind 127.0.0.1",
    'save ""',
    "maxmemory-policy noeviction",
    `requirepass ${password}`,
  ];
  writeFileSync(file, `${settings.join("\n")}\n`, { mode: 0o600 });
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start: () => startProgram(program, [file, "--dir", folder]),
    untilReady: () => untilListening(port),
  };
}

/** The programs of one PostgreSQL. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly isReady: string;
}

/** Finds the programs of PostgreSQL, of the version that created the cluster in a folder if there is one; `null`: not installed. */
export function findPostgres(folder: string): PostgresPrograms | null {
  const folders = foldersOf(folder);
  const [initdb, postgres, isReady] = ["initdb", "postgres", "pg_isready"].map((name) =>
    findProgram(name, folders),
  );
  return initdb && postgres && isReady ? { initdb, postgres, isReady } : null;
}

function foldersOf(folder: string): string[] {
  const file = join(folder, "data/PG_VERSION");
  const used = existsSync(file) ? [readFileSync(file, "utf8").trim()] : [];
  const installed = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).filter((version) => Number(version) >= OLDEST)
    : [];
  const newest = installed.toSorted((one, other) => Number(other) - Number(one));
  return [...used, ...newest].map((version) => join(VERSIONS, version, "bin"));
}

/**
 * Prepares the PostgreSQL whose cluster is in a folder; creates it, if it is not there. It refuses to run as root.
 * @throws Error if the cluster cannot be created
 */
export async function preparePostgres(folder: string, programs: PostgresPrograms): Promise<Store> {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  if (!existsSync(data)) await createCluster(folder, data, passwordFile, programs.initdb);
  const port = String(await findFreePort());
  const log = LOG_SETTINGS.flatMap((setting) => ["-c", setting]);
  const place = ["-D", data, "-h", "127.0.0.1", "-p", port, "-c", "unix_socket_directories="];
  const password = readFileSync(passwordFile, "utf8");
  return {
    url: `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`,
    start: () => startProgram(programs.postgres, [...place, ...log], "INT"),
    untilReady: () => untilAccepting(programs.isReady, port),
  };
}

/** Creates a cluster under a temporary name, so that an unfinished one never counts. */
async function createCluster(
  folder: string,
  data: string,
  passwordFile: string,
  initdb: string,
): Promise<void> {
  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, newPassword(), { mode: 0o600 });
  const access = ["-U", OWNER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const create = ["-D", unfinished, ...access, "-E", "UTF8", "--no-locale", "--data-checksums"];
  await run(initdb, create, { cwd: folder });
  renameSync(unfinished, data);
}

/** Resolves when PostgreSQL accepts connections: after a crash it listens before that. */
async function untilAccepting(program: string, port: string): Promise<void> {
  for (;;) {
    const accepts = await run(program, ["-q", "-h", "127.0.0.1", "-p", port]).then(
      () => true,
      () => false,
    );
    if (accepts) return;
    await pause(POLL);
  }
}

function newPassword(): string {
  return randomBytes(24).toString("hex");
}
