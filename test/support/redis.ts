import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, freePort, hasExited, programPath } from "./programs.ts";

/** The options of docker-compose.yml: nothing is on disk, and nothing is evicted. */
export const REDIS_OPTIONS = ["--save", "", "--maxmemory-policy", "noeviction"];

/** A real Redis on a free port and with a temporary folder, which tests can freeze, kill and restart. */
export class RedisProcess {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess;

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort());
    await redis.#waitUntilReady();
    return redis;
  }

  private constructor(port: number) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "flower-war-redis-"));
    this.#child = this.#spawn();
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Stops it with SIGSTOP: connections stay open, but nothing is answered. */
  freeze(): void {
    this.#child.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    await endProcess(this.#child, "SIGKILL");
  }

  /** Starts it again with the same port, and empty. */
  async restart(): Promise<void> {
    this.#child = this.#spawn();
    await this.#waitUntilReady();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const options = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    return spawn(programPath("redis"), [...options, ...REDIS_OPTIONS], { stdio: "ignore" });
  }

  /** Resolves when it answers. */
  async #waitUntilReady(): Promise<void> {
    while ((await this.#ping()) !== "+PONG\r\n") {
      if (hasExited(this.#child)) throw new Error("redis-server exited before it answered");
      await sleep(10);
    }
  }

  #ping(): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => socket.write("PING\r\n"));
      socket.once("data", (answer) => {
        resolve(String(answer));
        socket.destroy();
      });
      socket.once("error", () => resolve(""));
    });
  }
}
