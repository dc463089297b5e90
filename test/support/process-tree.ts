import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { descendants } from "./programs.ts";
import { ROOT } from "./root.ts";
import { makeTempFolder } from "./temp-folder.ts";

/** What start.mjs prints when all is ready. */
const READY =
  /^ {2}on this machine +http:\/\/localhost:(\d+)$[^]*^ {2}for temples +mqtt:\/\/127\.0\.0\.1:(\d+)$[^]*^ {2}for operators +(\S+)$/m;

export interface Ports {
  readonly port: number;
  readonly operatorUrl: string;
  readonly mqttPort: number;
}

/** start.mjs and all processes that it starts. */
export interface ProcessTree {
  /** The process that was started. */
  readonly root: ChildProcess;
  /** Resolves when stdout contains these words. */
  printed(words: string): Promise<void>;
  /** The ports that it prints when it is ready. */
  readonly ready: Promise<Ports>;
  /** The ids of all processes once it is ready, the root's first; the root's alone if there is no /proc. */
  readonly pids: Promise<readonly number[]>;
  /** When the last process has exited: the root's exit code, and what all of them wrote to stderr. */
  readonly end: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Node's options of `npm start`, which needs nothing that was built. */
const START_OPTIONS = ["--conditions=@flower-war/source"];

/** Forks `node start.mjs` as `npm start` runs it, with an IPC channel. @param user `null`: ours */
export function forkStartMjs(
  environment: Record<string, string> = {},
  user: User | null = null,
): ProcessTree {
  const env = completeEnvironment(environment);
  const options = { ...user, cwd: ROOT, env, execArgv: START_OPTIONS, silent: true };
  return observe(fork(join(ROOT, "start.mjs"), options));
}

/** Forks `flower-war start` from the command's sources, likewise. @param args what follows `start` */
export function forkFlowerWarStart(
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): ProcessTree {
  const options = { cwd: ROOT, env: completeEnvironment(environment), execArgv: START_OPTIONS, silent: true };
  return observe(fork(join(ROOT, "cli/src/main.ts"), ["start", ...args], options));
}

/** Spawns `npm start`, in a process group of its own as a terminal gives one. */
export function spawnNpmStart(environment: Record<string, string> = {}): ProcessTree {
  const env = completeEnvironment(environment);
  return observe(spawn("npm", ["start"], { cwd: ROOT, env, detached: true }));
}

/** Adds free ports and a temporary data folder; passes nothing on but what programs need to run. */
function completeEnvironment(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const own = { HOST: "127.0.0.1", PORT: "0", MQTT_PORT: "0", DATA_DIR: makeTempFolder() };
  return { PATH, HOME, NODE_COMPILE_CACHE, ...own, ...given };
}

function observe(root: ChildProcess): ProcessTree {
  let stdout = "";
  let stderr = "";
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<Ports>();
  root.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  root.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const [, port, mqttPort, operatorUrl = ""] = READY.exec(stdout) ?? [];
    if (port !== undefined) resolveReady({ port: Number(port), operatorUrl, mqttPort: Number(mqttPort) });
  });
  const printed = async (words: string) => {
    while (!stdout.includes(words)) await once(root.stdout ?? root, "data");
  };
  // All processes share the root's output, which closes when the last of them has exited.
  const closed = [root.stdout, root.stderr].map((output) => output && once(output, "close"));
  const end = Promise.all([once(root, "exit"), ...closed]).then(() => ({ code: root.exitCode, stderr }));
  const pids = ready.then(() => descendants(root.pid));
  onTestFinished(async () => {
    const ended = Symbol("ended");
    if ((await Promise.race([end.then(() => ended), pids])) !== ended) killAll(await pids);
    await end;
  });
  return { root, printed, ready, pids, end };
}

/** Returns those of a process and all that it started that have such a command line, the ones that started first first. */
export function findByCommand(root: number | undefined, command: RegExp): number[] {
  return descendants(root).filter((pid) => command.test(commandOf(pid)));
}

/** Returns the command line of a process; empty: it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Kills the processes that still run, the last one first. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids.toReversed()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** Whether a process runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
