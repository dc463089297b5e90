import { closeSync, existsSync, fdatasyncSync, mkdtempDisposableSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "@flower-war/loadtest/percentiles";
import { startServer } from "./subjects/flower-war.ts";

/** The file in which a server that is alone stores its matches. */
const JOURNAL = "flower-war.db";

/** Starts a server with default settings and checks that it stores matches on disk. */
export async function isDurable(): Promise<boolean> {
  const { environment, stop } = await startServer();
  const durable = existsSync(join(environment["DATA_DIR"] ?? "", JOURNAL));
  await stop();
  return durable;
}

const SYNCS = 100;
const PAGE = Buffer.alloc(4096);

/** Returns the median ms that the disk under the temporary folder takes to make a page durable. */
export function measureSync(): number {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-bench-"));
  const file = openSync(join(folder.path, "sync"), "w");
  const times = Array.from({ length: SYNCS }, () => {
    const begun = performance.now();
    writeSync(file, PAGE);
    fdatasyncSync(file);
    return performance.now() - begun;
  });
  closeSync(file);
  return median(times);
}
