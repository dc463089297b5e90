import { readFileSync } from "node:fs";

/** ms of a tick of /proc/stat. */
const TICK = 10;

/** Returns the ms that the main thread of a process has waited for a processor. 0: it is gone, or the system does not count them. */
export function waitedOf(pid: number): number {
  return numberIn(`/proc/${pid}/schedstat`, 1) / 1e6;
}

/** Returns the ms for which other machines had this one's processors. 0: the system does not count them. */
export function stolen(): number {
  return numberIn("/proc/stat", 8) * TICK;
}

function numberIn(file: string, column: number): number {
  try {
    return Number(readFileSync(file, "utf8").split(/\s+/)[column]);
  } catch {
    return 0;
  }
}
