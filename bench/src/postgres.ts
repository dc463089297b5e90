import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitForListener } from "./redis.ts";

/** Where Debian's package has its programs. */
const PROGRAMS = "/usr/lib/postgresql/15/bin";
/** PostgreSQL refuses to run as root: then it runs as the user that the package creates. */
const USER = "postgres";

/** Whether PostgreSQL is installed on this machine. */
export function isPostgresInstalled(): boolean {
  return spawnSync(join(PROGRAMS, "postgres"), ["--version"]).status === 0;
}

/** Starts a PostgreSQL with a folder of its own and the settings of its package: what is acknowledged is on disk. */
export async function startPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-postgres-"));
  const owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : null;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const create = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"];
  execFileSync(join(PROGRAMS, "initdb"), create, { ...owner, cwd: folder, stdio: "ignore" });
  const port = await findFreePort();
  const place = ["-D", data, "-p", String(port), "-c", "unix_socket_directories="];
  const postgres = spawn(join(PROGRAMS, "postgres"), place, { ...owner, cwd: folder, stdio: "ignore" });
  const exit = once(postgres, "exit");
  await waitForListener(port);
  const stop = async () => {
    postgres.kill("SIGINT");
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://${USER}@127.0.0.1:${port}/${USER}`, stop };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, USER], { encoding: "utf8" }));
}
