import { chmodSync } from "node:fs";

/** The error codes of a file of another user, and of a disk without modes, as in a network. */
const REFUSALS: readonly unknown[] = ["EPERM", "ENOTSUP"];

/** Sets the mode of a file or folder. Returns `false` if its owner or its disk does not allow that. */
export function changeMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (error instanceof Error && REFUSALS.includes(Reflect.get(error, "code"))) return false;
    throw error;
  }
}
