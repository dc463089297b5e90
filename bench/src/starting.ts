import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./percentiles.ts";
import { processorSeconds, spawn } from "./process.ts";

const MAIN = join(import.meta.dirname, "../../server/src/main.ts");
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
}

/** Measures how long a server takes to start, from sources and with an empty database. */
export async function measureStarting(): Promise<Starting> {
  const cache = mkdtempSync(join(tmpdir(), "flower-war-compiled-"));
  const starts: Record<keyof Starting, Start[]> = { compiled: [], kept: [] };
  try {
    await startOnce({ NODE_COMPILE_CACHE: cache });
    for (let i = 0; i < STARTS; i++) {
      starts.compiled.push(await startOnce({ NODE_DISABLE_COMPILE_CACHE: "1" }));
      starts.kept.push(await startOnce({ NODE_COMPILE_CACHE: cache }));
    }
  } finally {
    rmSync(cache, { recursive: true });
  }
  return { compiled: medianOf(starts.compiled), kept: medianOf(starts.kept) };
}

async function startOnce(environment: NodeJS.ProcessEnv): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-start-"));
  const settings = { HOST: "127.0.0.1", PORT: "0", OPERATOR_PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error" };
  try {
    const from = performance.now();
    const { pid, stop } = await spawn(MAIN, { ...settings, ...environment });
    const start = { took: performance.now() - from, processor: processorSeconds([pid]) * 1000 };
    await stop();
    return start;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const medianOf = (starts: readonly Start[]): Start => ({
  took: median(starts.map(({ took }) => took)),
  processor: median(starts.map(({ processor }) => processor)),
});
