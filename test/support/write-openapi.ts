import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

const WRITTEN = Symbol.for("flower-war openapi");

/** Each of Vitest's projects loads this module: the first writes it for all. */
const shared = globalThis as { [WRITTEN]?: Promise<unknown> };

/**
 * Vitest's global setup: writes the document of the HTTP API, which servers serve and tests compare answers with, by the script `openapi` of
 * package.json. npm is left out, for it takes longer to start than the script.
 */
export default async function writeOpenApi(): Promise<void> {
  await (shared[WRITTEN] ??= runScript());
}

async function runScript(): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: { openapi: string };
  };
  const [exec, node, ...args] = scripts.openapi.split(" ");
  if (exec !== "exec" || node !== "node")
    throw new Error("The script openapi begins no more with exec node.");
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
}
