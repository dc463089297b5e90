import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { FlowerWar } from "@flower-war/client-sdk";
import { ROOT } from "../../support/root.ts";

/** The oldest version whose clients still play here (docs/compatibility.md). */
const VERSION = "0.2.0";
const FOLDER = join(ROOT, "node_modules/.cache/worlds", VERSION);
const SCOPE = "node_modules/@flower-war";
const PACKAGES = ["client-sdk", "protocol", "rules"];

let loaded: typeof FlowerWar | null = null;

/** Unpacks the SDK of that version as it was published, once. */
export async function unpackOldSdk(): Promise<void> {
  if (existsSync(FOLDER)) return;
  await mkdir(dirname(FOLDER), { recursive: true });
  const folder = await mkdtemp(`${FOLDER}-`);
  for (const name of PACKAGES) {
    const to = join(folder, SCOPE, name);
    await mkdir(to, { recursive: true });
    const archive = join(ROOT, `test/releases/${VERSION}/flower-war-${name}-${VERSION}.tgz`);
    await promisify(execFile)("tar", ["-xzf", archive, "-C", to, "--strip-components=1"]);
  }
  // Another process may have unpacked it meanwhile.
  await rename(folder, FOLDER).catch(() => rm(folder, { recursive: true }));
}

/** Loads the unpacked SDK. Its types are today's, of which it lacks what came later. */
export async function loadOldSdk(): Promise<void> {
  const url = pathToFileURL(join(FOLDER, SCOPE, "client-sdk/dist/index.js"));
  ({ FlowerWar: loaded } = (await import(url.href)) as { FlowerWar: typeof FlowerWar });
}

/** The loaded SDK. @throws Error if it is not loaded */
export function oldSdk(): typeof FlowerWar {
  if (loaded === null) throw new Error("the old SDK is not loaded");
  return loaded;
}
