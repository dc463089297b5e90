import type { ChildProcess } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./root.ts";

/** Where `.ci/run` puts programs that Debian does not have. */
const BUILT_PROGRAMS = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "flower-war/bin");

/** Returns the path of a Python with the packages for the tests of clients/python, whose folder is named by their list. */
function pythonForClient(): string {
  const requirements = readFileSync(join(ROOT, "clients/python/requirements.txt"));
  const name = createHash("sha256").update(requirements).digest("hex").slice(0, 12);
  return join(BUILT_PROGRAMS, `python-client-${name}/bin/python`);
}

const PATHS = {
  admesh: "/usr/bin/admesh",
  caddy: "/usr/bin/caddy",
  chromium: "/usr/bin/chromium",
  "chromium-headless-shell": "/usr/bin/chromium-headless-shell",
  "datamodel-codegen": join(BUILT_PROGRAMS, "datamodel-codegen-0.89.0/bin/datamodel-codegen"),
  esptool: join(BUILT_PROGRAMS, "esptool-5.6.0/bin/python"),
  faketime: "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  firefox: "/usr/bin/firefox-esr",
  "g++": "/usr/bin/g++",
  go: "/usr/local/go/bin/go",
  gofakes3: join(BUILT_PROGRAMS, "gofakes3-v1.2.0/gofakes3"),
  make: "/usr/bin/make",
  mosquitto: "/usr/sbin/mosquitto",
  mosquitto_pub: "/usr/bin/mosquitto_pub",
  mosquitto_sub: "/usr/bin/mosquitto_sub",
  nginx: "/usr/sbin/nginx",
  "openapi-python-client": join(BUILT_PROGRAMS, "openapi-python-client-0.29.1/bin/openapi-python-client"),
  openscad: "/usr/bin/openscad",
  openssl: "/usr/bin/openssl",
  initdb: "/usr/lib/postgresql/15/bin/initdb",
  "libcjson-dev": "/usr/include/cjson/cJSON.h",
  "libmbedtls-dev": "/usr/include/mbedtls/ssl.h",
  "libmosquitto-dev": "/usr/include/mosquitto.h",
  "libnginx-mod-stream": "/usr/lib/nginx/modules/ngx_stream_module.so",
  pebble: join(BUILT_PROGRAMS, "pebble-v2.10.3/pebble"),
  "pebble-challtestsrv": join(BUILT_PROGRAMS, "pebble-v2.10.3/pebble-challtestsrv"),
  pg_basebackup: "/usr/lib/postgresql/15/bin/pg_basebackup",
  pg_dump: "/usr/lib/postgresql/15/bin/pg_dump",
  pg_restore: "/usr/lib/postgresql/15/bin/pg_restore",
  postgres: "/usr/lib/postgresql/15/bin/postgres",
  postgres_exporter: "/usr/bin/prometheus-postgres-exporter",
  prometheus: "/usr/bin/prometheus",
  psql: "/usr/lib/postgresql/15/bin/psql",
  python3: "/usr/bin/python3",
  "python3 with clients/python/requirements.txt": pythonForClient(),
  "python3-cryptography": "/usr/lib/python3/dist-packages/cryptography",
  "python3-paho-mqtt": "/usr/lib/python3/dist-packages/paho/mqtt",
  redis: "/usr/bin/redis-server",
  script: "/usr/bin/script",
  strace: "/usr/bin/strace",
  "systemd-analyze": "/usr/bin/systemd-analyze",
  "systemd-nspawn": "/usr/bin/systemd-nspawn",
  toxiproxy: join(BUILT_PROGRAMS, "toxiproxy-v2.5.0/server"),
} as const;

export type ProgramName = keyof typeof PATHS;

/** Returns where a program or library is that Debian or `.ci/run` installs. */
export function programPath(name: ProgramName): string {
  return PATHS[name];
}

/** Returns where a program is; if it is not installed, where another one is that can do its work. With `CI` set it must be installed. */
export function findProgram(name: ProgramName, other: ProgramName): string {
  return process.env["CI"] || isInstalled(name) ? PATHS[name] : PATHS[other];
}

/**
 * Whether one of these programs or libraries is missing, so that tests must be skipped; prints which. With `CI` set nothing is
 * skipped: it throws.
 * @example describe.skipIf(lacks("redis"))("...", () => {})
 */
export function lacks(...names: readonly ProgramName[]): boolean {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return false;
  const sentence = `Not installed: ${missing.join(", ")}. Tests that need them are skipped. See .ci/run.`;
  if (process.env["CI"]) throw new Error(sentence);
  console.warn(sentence);
  return true;
}

/** Whether all of these programs or libraries are installed. */
export function isInstalled(...names: readonly ProgramName[]): boolean {
  return names.every((name) => existsSync(PATHS[name]));
}

/**
 * Ports outside the range that systems use for outgoing connections and `listen(0)`. Each worker of Vitest has a range of its own, so that
 * a restarted server finds its port still free.
 */
const FREE_PORTS = { min: 15_000, count: 2_000, workers: 8 };

/** The place in the range of the port that was found last. */
let lastPlace = 2 * randomInt(FREE_PORTS.count / 2);

/**
 * Finds a port that is free now, for programs that cannot choose one themselves. None is found twice, for tests run side by side, and what
 * one of them found it may open later. The port above it is left for a server's operator.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % FREE_PORTS.workers;
  for (;;) {
    lastPlace = (lastPlace + 2) % FREE_PORTS.count;
    const port = FREE_PORTS.min + worker * FREE_PORTS.count + lastPlace;
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
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

/** Returns a process and all that it started, itself first; nothing but itself if it has ended or there is no /proc. */
export function descendants(pid: number | undefined): number[] {
  return pid === undefined ? [] : [pid, ...childrenOf(pid).flatMap(descendants)];
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
