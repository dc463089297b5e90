import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";

/** The options of docker-compose.yml: nothing is on disk, and nothing is evicted. */
export const REDIS_OPTIONS = ["--save", "", "--maxmemory-policy", "noeviction"];

/** A real Redis on a free port and with a temporary folder, which tests can freeze, kill and restart. */
export class RedisProcess {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess;

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort());
    await redis.#waitUntilListening();
    return redis;
  }

  private constructor(port: number) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "flower-war-redis-"));
    this.#child = this.#spawn();
  }

  get pid(): number | undefined {
    return this.#child.pid;
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
    await this.#waitUntilListening();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const options = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    return spawn(programPath("redis"), [...options, ...REDIS_OPTIONS], { stdio: "ignore" });
  }

  #waitUntilListening(): Promise<void> {
    return waitUntilListening(this.port, this.#child, () => "before it listened");
  }
}
