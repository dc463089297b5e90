/** The stores that servers share: a Redis and a PostgreSQL, each with a folder of its own. */
import { execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitForListener } from "./process.ts";

const REDIS = "redis-server";
/** The options of docker-compose.yml: nothing is on disk, and nothing is evicted. */
const REDIS_OPTIONS = ["--save", "", "--maxmemory-policy", "noeviction"];

/** Where Debian's package has PostgreSQL's programs. */
const [INITDB, POSTGRES] = ["/usr/lib/postgresql/15/bin/initdb", "/usr/lib/postgresql/15/bin/postgres"];
/** PostgreSQL refuses to run as root: then it runs as the user that the package creates. */
const USER = "postgres";

export interface Store {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Whether both are installed on this machine. */
export function areStoresInstalled(): boolean {
  return [REDIS, POSTGRES].every((program) => spawnSync(program, ["--version"]).status === 0);
}

export async function startRedis(): Promise<Store> {
  const folder = createFolder("redis");
  const port = await findFreePort();
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder.path];
  const stop = await start(folder, port, [REDIS, ...place, ...REDIS_OPTIONS], "SIGTERM");
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** Starts a PostgreSQL with the settings of its package: what is acknowledged is on disk. */
export async function startPostgres(): Promise<Store> {
  const folder = createFolder("postgres");
  const owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : null;
  if (owner) chownSync(folder.path, owner.uid, owner.gid);
  const data = join(folder.path, "data");
  const create = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"];
  const options = { ...owner, cwd: folder.path };
  execFileSync(INITDB, create, { ...options, stdio: "ignore" });
  const port = await findFreePort();
  const place = ["-D", data, "-p", String(port), "-c", "unix_socket_directories="];
  const stop = await start(folder, port, [POSTGRES, ...place], "SIGINT", options);
  return { url: `postgres://${USER}@127.0.0.1:${port}/${USER}`, stop };
}

const createFolder = (name: string) => mkdtempDisposableSync(join(tmpdir(), `flower-war-bench-${name}-`));

/** Starts a program; resolves with what ends it when it listens. */
async function start(
  folder: ReturnType<typeof createFolder>,
  port: number,
  [program = "", ...args]: readonly string[],
  signal: NodeJS.Signals,
  options: SpawnOptions = {},
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { ...options, stdio: "ignore" });
  const exit = once(child, "exit");
  await waitForListener(port);
  return async () => {
    child.kill(signal);
    await exit;
    folder.remove();
  };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, USER], { encoding: "utf8" }));
}
