import { execFile } from "node:child_process";
import { glob, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

const BUILDS = Symbol.for("flower-war builds");

/** Builds `web/dist`, `web/dist-operator` and then `web/dist-firmware`, unless it is newer than its sources. */
export function buildPage(): Promise<void> {
  const parts = ["public/**", "*.html", "vite.*.config.ts", "precompress.ts"];
  return build("web", "dist-firmware/firmware.html", ...parts);
}

/** Builds `server/dist/bundle`, the server as its image has it, unless it is newer than its sources. */
export function buildServer(): Promise<void> {
  return build("server", "dist/bundle/main.js");
}

/** The builds of this process: several of Vitest's projects need them, and each loads this module. */
const shared = globalThis as { [BUILDS]?: Promise<unknown> };

/** Vitest's global setup: builds page and server. */
export default async function buildAll(): Promise<void> {
  shared[BUILDS] ??= Promise.all([buildPage(), buildServer()]);
  await shared[BUILDS];
}

async function build(workspace: string, result: string, ...parts: string[]): Promise<void> {
  const builtAt = await modifiedAt(join(ROOT, workspace, result)).catch(() => 0);
  const own = ["src/**", "package.json", "vite.config.ts", ...parts].map((part) => `${workspace}/${part}`);
  for await (const source of glob([...own, "{client-sdk,protocol,rules}/src/**"], { cwd: ROOT })) {
    if ((await modifiedAt(join(ROOT, source))) <= builtAt) continue;
    await promisify(execFile)("npm", ["run", "build", "-w", workspace], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production" },
    });
    return;
  }
}

async function modifiedAt(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}
