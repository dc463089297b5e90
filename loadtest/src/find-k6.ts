import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The version that the scenarios are written for, of the Go module `go.k6.io/k6`. */
export const K6_VERSION = "v1.8.1";

/** The folder in which `.ci/run` installs it. */
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "flower-war", "bin");

/**
 * Returns the path of the k6 program: the one that `K6` names, one on `PATH`, or the one in the project's cache.
 * @throws Error with one sentence that says how to install it
 */
export function findK6(): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), CACHE];
  const found = [process.env["K6"] ?? "", ...folders.map((folder) => join(folder, "k6"))].find(
    (path) => path !== "" && existsSync(path),
  );
  if (found !== undefined) return found;
  throw new Error(`k6 is not installed: GOBIN=${CACHE} go install go.k6.io/k6@${K6_VERSION}`);
}
