import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PROGRAM = "redis-server";
/** The options of docker-compose.yml: nothing is on disk, and nothing is evicted. */
const OPTIONS = ["--save", "", "--maxmemory-policy", "noeviction"];

/** Whether Redis is installed on this machine. */
export function isRedisInstalled(): boolean {
  return spawnSync(PROGRAM, ["--version"]).status === 0;
}

/** Starts a Redis with a folder of its own. */
export async function startRedis(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-redis-"));
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const redis = spawn(PROGRAM, [...place, ...OPTIONS], { stdio: "ignore" });
  const exit = once(redis, "exit");
  await waitForListener(port);
  const stop = async () => {
    redis.kill("SIGTERM");
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** Returns a TCP port that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when something listens on the port. Rejects after 10 s. */
export async function waitForListener(port: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
