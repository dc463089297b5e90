import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** ms. */
const DAY = 86_400_000;

/** ms after which a process looks again whether another one has built a folder. */
const AGAIN = 100;

/**
 * Builds a folder that does not exist yet. Of several processes that need it at the same time one builds it, and the others wait. Builds
 * beside it that have not been used for a day are removed.
 * @param folder has what it depends on in its name
 * @param build fills an empty folder; if it throws nothing is kept
 */
export async function buildOnce(folder: string, build: (into: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!(await markUsed(folder))) {
    if (!(await acquire(lock))) {
      await sleep(AGAIN);
      continue;
    }
    try {
      if (!existsSync(folder)) await buildInto(folder, build);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

/** Notes that a build is used now. Resolves with whether it exists. */
async function markUsed(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(() => true, falseAt("ENOENT"));
}

/** Creates a lock file with this process' id, unless there is one. Removes a lock whose process has ended. Resolves with whether it was created. */
async function acquire(lock: string): Promise<boolean> {
  const own = String(process.pid);
  if (await writeFile(lock, own, { flag: "wx" }).then(() => true, falseAt("EEXIST"))) return true;
  const owner = Number(await readFile(lock, "utf8").catch(falseAt("ENOENT")));
  if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function buildInto(folder: string, build: (into: string) => Promise<void>): Promise<void> {
  const own = await mkdtemp(join(dirname(folder), "unfinished-"));
  try {
    await build(own);
    // Two processes may have removed the lock of one that ended, and then both have built.
    await rename(own, folder).catch(falseAt("EEXIST", "ENOTEMPTY"));
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  await removeUnused(dirname(folder));
}

async function removeUnused(builds: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name);
    const used = await stat(path).catch(falseAt("ENOENT"));
    if (used && used.mtimeMs < Date.now() - DAY) await rm(path, { recursive: true, force: true });
  }
}

/** Returns a handler that answers errors with these codes with `false`, and throws others. */
function falseAt(...codes: readonly string[]) {
  return (error: unknown): false => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  };
}
