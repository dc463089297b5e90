import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

const WRITTEN = Symbol.for("flower-war openapi");

/** Each of Vitest's projects loads this module: the first writes it for all. */
const shared = globalThis as { [WRITTEN]?: Promise<unknown> };

/**
 * Vitest's global setup: writes the document of the HTTP API, which servers serve and tests compare answers with. In a process of its own,
 * which finds the sources of our packages: a new clone has nothing built.
 */
export default async function writeOpenApi(): Promise<void> {
  await (shared[WRITTEN] ??= promisify(execFile)("npm", ["run", "--silent", "openapi"], { cwd: ROOT }));
}
