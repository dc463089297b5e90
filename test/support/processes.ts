import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "./house.ts";

const OPEN =
  /^Flower War is open at http:\/\/localhost:(\d+), for temples at mqtt:\/\/127\.0\.0\.1:(\d+)\. /m;

export interface Ports {
  readonly port: number;
  readonly mqttPort: number;
}

/** A host as somebody starts it, with all processes that come of it. */
export interface Processes {
  /** The process that was started. */
  readonly root: ChildProcess;
  /** Resolves when one of them says this. */
  said(words: string): Promise<void>;
  /** The ports that it tells people when it is open. */
  readonly ready: Promise<Ports>;
  /** Once it is open: the ids of all its processes, the first one first. Its own alone where there is no /proc. */
  readonly family: Promise<readonly number[]>;
  /** When the last of them is gone: what the first one ended with, and what they all complained of. */
  readonly end: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** `node start.mjs`, spawned with an IPC channel. */
export function startMjs(environment: Record<string, string> = {}): Processes {
  const env = environmentOf(environment);
  return watch(fork(join(ROOT, "start.mjs"), { cwd: ROOT, env, execArgv: [], silent: true }));
}

/** `npm start`, in a process group of its own as a terminal gives one. */
export function npmStart(environment: Record<string, string> = {}): Processes {
  const env = environmentOf(environment);
  return watch(spawn("npm", ["start"], { cwd: ROOT, env, detached: true }));
}

/** A folder for one test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-start-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Free ports and a new folder, and of our own environment only what programs need to run. */
function environmentOf(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, HOST: "127.0.0.1", PORT: "0", MQTT_PORT: "0", DATA_DIR: folder(), ...given };
}

function watch(root: ChildProcess): Processes {
  let stdout = "";
  let stderr = "";
  const { promise: ready, resolve: open } = Promise.withResolvers<Ports>();
  root.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  root.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const [, port, mqttPort] = OPEN.exec(stdout) ?? [];
    if (port !== undefined) open({ port: Number(port), mqttPort: Number(mqttPort) });
  });
  const said = async (words: string) => {
    while (!stdout.includes(words)) await once(root.stdout ?? root, "data");
  };
  // They share the first one's output, which closes only when the last of them has let go of it.
  const closed = [root.stdout, root.stderr].map((output) => output && once(output, "close"));
  const end = Promise.all([once(root, "exit"), ...closed]).then(() => ({ code: root.exitCode, stderr }));
  const family = ready.then(() => descendants(root.pid));
  onTestFinished(async () => {
    const gone = Symbol("gone");
    if ((await Promise.race([end.then(() => gone), family])) !== gone) killAll(await family);
    await end;
  });
  return { root, said, ready, family, end };
}

function descendants(pid: number | undefined): number[] {
  return pid === undefined ? [] : [pid, ...childrenOf(pid).flatMap(descendants)];
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number) : [];
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids.filter(isRunning)) process.kill(pid, "SIGKILL");
}

/** Whether this process runs; one that has ended may still wait for somebody to notice. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
