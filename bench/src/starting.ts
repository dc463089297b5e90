import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "@flower-war/loadtest/percentiles";
import { ownBytes, processorSeconds, residentBytes, spawn } from "./process.ts";

const MAIN = join(import.meta.dirname, "../../server/src/main.ts");
const SETTINGS = { HOST: "127.0.0.1", PORT: "0", OPERATOR_PORT: "0", LOG_LEVEL: "error" };
/** ms without processor time after which a process has loaded all. */
const IDLE = 500;
/** Starts of each kind, in turns, after one that writes what was compiled. */
const STARTS = 7;

export interface Start {
  /** ms from the start of the process until it listens. */
  readonly took: number;
  /** ms of its processor time until then. */
  readonly processor: number;
}

/** Medians of a server's starts. */
export interface Starting {
  /** Node compiles everything anew. */
  readonly compiled: Start;
  /** Node finds what it compiled, as with `npm start`. */
  readonly kept: Start;
  /** A standby starts in place of a server that has ended: from the message that tells it to. */
  readonly standby: Start;
  /** Bytes of memory that the standby held before, and those of them that no other process shares. */
  readonly standbyHeld: { readonly resident: number; readonly own: number };
}

/** Measures how long a server takes to start, from sources and with an empty database. */
export async function measureStarting(): Promise<Starting> {
  using cache = mkdtempDisposableSync(join(tmpdir(), "flower-war-compiled-"));
  const [compiled, kept, standbys]: [Start[], Start[], StandbyStart[]] = [[], [], []];
  await startOnce({ NODE_COMPILE_CACHE: cache.path });
  for (let i = 0; i < STARTS; i++) {
    compiled.push(await startOnce({ NODE_DISABLE_COMPILE_CACHE: "1" }));
    kept.push(await startOnce({ NODE_COMPILE_CACHE: cache.path }));
    standbys.push(await startStandby({ NODE_COMPILE_CACHE: cache.path }));
  }
  const standbyHeld = {
    resident: median(standbys.map(({ resident }) => resident)),
    own: median(standbys.map(({ own }) => own)),
  };
  return { compiled: medianOf(compiled), kept: medianOf(kept), standby: medianOf(standbys), standbyHeld };
}

interface StandbyStart extends Start {
  readonly resident: number;
  readonly own: number;
}

/** Starts a standby, lets it load all, and then start in place of a server that had the same data. */
async function startStandby(environment: NodeJS.ProcessEnv): Promise<StandbyStart> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-start-"));
  const settings = { ...SETTINGS, DATA_DIR: folder.path, ...environment };
  await (await spawn(MAIN, settings)).stop();
  const child = fork(MAIN, ["--standby"], {
    execArgv: ["--conditions=@flower-war/source"],
    env: { ...process.env, ...settings },
  });
  const pids = [child.pid ?? 0];
  for (let last = -1; last !== processorSeconds(pids); await sleep(IDLE)) last = processorSeconds(pids);
  const [resident, own] = [residentBytes(pids), ownBytes(pids)];
  const [from, before] = [performance.now(), processorSeconds(pids)];
  child.send("start");
  await once(child, "message");
  const start = { took: performance.now() - from, processor: (processorSeconds(pids) - before) * 1000 };
  child.kill("SIGTERM");
  await once(child, "exit");
  return { ...start, resident, own };
}

async function startOnce(environment: NodeJS.ProcessEnv): Promise<Start> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-start-"));
  const settings = { ...SETTINGS, DATA_DIR: folder.path };
  const from = performance.now();
  const { pid, stop } = await spawn(MAIN, { ...settings, ...environment });
  const start = { took: performance.now() - from, processor: processorSeconds([pid]) * 1000 };
  await stop();
  return start;
}

const medianOf = (starts: readonly Start[]): Start => ({
  took: median(starts.map(({ took }) => took)),
  processor: median(starts.map(({ processor }) => processor)),
});
