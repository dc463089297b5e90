import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where `.ci/run` puts programs that Go builds. */
const GO_PROGRAMS = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "flower-war/bin");

const PATHS = {
  chromium: "/usr/bin/chromium",
  firefox: "/usr/bin/firefox-esr",
  "g++": "/usr/bin/g++",
  make: "/usr/bin/make",
  mosquitto: "/usr/sbin/mosquitto",
  mosquitto_pub: "/usr/bin/mosquitto_pub",
  mosquitto_sub: "/usr/bin/mosquitto_sub",
  nginx: "/usr/sbin/nginx",
  openssl: "/usr/bin/openssl",
  initdb: "/usr/lib/postgresql/15/bin/initdb",
  pg_basebackup: "/usr/lib/postgresql/15/bin/pg_basebackup",
  pg_dump: "/usr/lib/postgresql/15/bin/pg_dump",
  pg_restore: "/usr/lib/postgresql/15/bin/pg_restore",
  postgres: "/usr/lib/postgresql/15/bin/postgres",
  postgres_exporter: "/usr/bin/prometheus-postgres-exporter",
  psql: "/usr/lib/postgresql/15/bin/psql",
  python3: "/usr/bin/python3",
  redis: "/usr/bin/redis-server",
  toxiproxy: join(GO_PROGRAMS, "toxiproxy-v2.5.0/server"),
} as const;

export type ProgramName = keyof typeof PATHS;

/** Returns where a program is that Debian or `.ci/run` installs. */
export function programPath(name: ProgramName): string {
  return PATHS[name];
}

/**
 * Whether one of these programs is missing, so that tests must be skipped; prints which. With `CI` set nothing is
 * skipped: it throws.
 * @example describe.skipIf(lacks("redis"))("...", () => {})
 */
export function lacks(...names: readonly ProgramName[]): boolean {
  const missing = names.filter((name) => !isExecutable(PATHS[name]));
  if (missing.length === 0) return false;
  const sentence = `Not installed: ${missing.join(", ")}. Tests that need them are skipped. See .ci/run.`;
  if (process.env["CI"]) throw new Error(sentence);
  console.warn(sentence);
  return true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a port that is free now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Connects to a port of this machine and disconnects; resolves with whether that worked. */
export function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/**
 * Waits until a program that was just started listens on a port. Rejects if it exits instead.
 * @param readLog returns what the program wrote, for the error
 */
export async function waitUntilListening(
  port: number,
  child: ChildProcess,
  readLog: () => string,
): Promise<void> {
  while (!(await canConnect(port))) {
    if (hasExited(child)) throw new Error(`${child.spawnfile} exited: ${readLog()}`);
    await sleep(10);
  }
}

/** Whether a process has exited or was killed. */
export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends a signal to a process. Resolves with its exit code when it has exited; `null`: a signal ended it. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasExited(child)) {
    child.kill(signal);
    await once(child, "exit");
  }
  return child.exitCode;
}
