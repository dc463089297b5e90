import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./percentiles.ts";
import { startServer } from "./subjects/flower-war.ts";

/** The file in which a server that is alone keeps its matches. */
const JOURNAL = "flower-war.db";

/** Whether the server keeps its matches on disk when nothing else is said. */
export async function isDurable(): Promise<boolean> {
  const { environment, stop } = await startServer();
  const durable = existsSync(join(environment["DATA_DIR"] ?? "", JOURNAL));
  await stop();
  return durable;
}

const SYNCS = 100;
const PAGE = Buffer.alloc(4096);

/** ms that the disk under the temporary folder takes to make a page durable, the median. */
export function syncTime(): number {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-"));
  const file = openSync(join(folder, "sync"), "w");
  const times = Array.from({ length: SYNCS }, () => {
    const begun = performance.now();
    writeSync(file, PAGE);
    fdatasyncSync(file);
    return performance.now() - begun;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(times);
}
