import { execFile } from "node:child_process";
import { glob, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { bridgeBundle } from "./bridge-bundle.ts";
import { ROOT } from "./root.ts";
import { shellProfiles } from "./shell-profiles.ts";

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

/** The bridge as one file, a path from the root: so it starts in less than half the time that the sources take. */
export const BRIDGE_BUNDLE = "node_modules/.cache/flower-war/bridge/main.js";

/** Builds `BRIDGE_BUNDLE`, unless it is newer than its sources. */
export async function buildBridge(): Promise<void> {
  if (
    !(await isOlder(BRIDGE_BUNDLE, ["bridge/src/**", "package-lock.json", "test/support/bridge-bundle.ts"]))
  )
    return;
  const { build: buildWith } = await import("vite");
  await buildWith(bridgeBundle(ROOT, dirname(join(ROOT, BRIDGE_BUNDLE))));
}

/** The gallery of the page's states, a folder from the root. */
const GALLERY = "node_modules/.cache/flower-war/gallery";

/** Builds the gallery of the page's states, unless it is newer than its sources. Resolves with its folder. */
export async function buildSharedGallery(): Promise<string> {
  const folder = join(ROOT, GALLERY);
  const sources = ["web/src/**", "web/*.{ts,html}", "package-lock.json", "test/support/gallery.ts"];
  if (await isOlder(`${GALLERY}/gallery.html`, sources)) {
    const { buildGallery } = await import("./gallery.ts");
    await buildGallery(folder);
  }
  return folder;
}

/** The builds of this process: several of Vitest's projects need them, and each loads this module. */
const shared = globalThis as { [BUILDS]?: Promise<unknown> };

/** Vitest's global setup: builds page, server, bridge and gallery. Resolves with what removes the profiles of browsers that ended with their worker. */
export default async function buildAll(): Promise<() => Promise<void>> {
  shared[BUILDS] ??= Promise.all([buildPage(), buildServer(), buildBridge(), buildSharedGallery()]);
  await shared[BUILDS];
  return async () => {
    for await (const profile of glob(`${shellProfiles(process.pid)}*`, { cwd: tmpdir() }))
      await rm(join(tmpdir(), profile), { recursive: true, force: true, maxRetries: 5 });
  };
}

async function build(workspace: string, result: string, ...parts: string[]): Promise<void> {
  const own = ["src/**", "package.json", "vite.config.ts", ...parts].map((part) => `${workspace}/${part}`);
  if (!(await isOlder(`${workspace}/${result}`, own))) return;
  await promisify(execFile)("npm", ["run", "build", "-w", workspace], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
  });
}

/** Whether a result is older than one of its sources, or is not there. */
async function isOlder(result: string, own: readonly string[]): Promise<boolean> {
  const builtAt = await modifiedAt(join(ROOT, result)).catch(() => 0);
  for await (const source of glob([...own, "{client-sdk,protocol,rules}/src/**"], { cwd: ROOT }))
    if ((await modifiedAt(join(ROOT, source))) > builtAt) return true;
  return false;
}

async function modifiedAt(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}
