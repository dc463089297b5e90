import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PROGRAM = "redis-server";
/** As docker-compose.yml runs it: what was answered is on disk. */
const DURABLE = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"];

/** Whether there is a Redis on this machine to start. */
export function redisIsHere(): boolean {
  return spawnSync(PROGRAM, ["--version"]).status === 0;
}

/** A Redis with a folder of its own. */
export async function startRedis(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-redis-"));
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const redis = spawn(PROGRAM, [...place, ...DURABLE], { stdio: "ignore" });
  const exit = once(redis, "exit");
  await listening(port);
  const stop = async () => {
    redis.kill("SIGTERM");
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when a program listens there. */
export async function listening(port: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const socket = connect(port, "127.0.0.1");
    const there = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (there) return;
    await pause(20);
  }
  throw new Error(`nobody listens on ${port}`);
}
