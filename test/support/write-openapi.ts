import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

/**
 * Vitest's global setup: writes the document of the HTTP API, which servers serve and tests compare answers with. In a process of its own,
 * which finds the sources of our packages: a new clone has nothing built.
 */
export default async function writeOpenApi(): Promise<void> {
  await promisify(execFile)("npm", ["run", "--silent", "openapi"], { cwd: ROOT });
}
