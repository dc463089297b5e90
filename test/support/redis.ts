import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, programPath } from "./programs.ts";

/** How compose runs it: what was answered is on disk, and nothing is thrown away. */
export const REDIS_OPTIONS = [
  "--appendonly",
  "yes",
  "--appendfsync",
  "always",
  "--maxmemory-policy",
  "noeviction",
];

/** A real Redis on a free port, with a folder of its own, that can be taken away and given back. */
export class RedisProcess {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess;

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort());
    await redis.#answering();
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

  /** It is there, but answers nobody. */
  freeze(): void {
    this.#child.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
  }

  /** Starts it again, on the same port and with the same data. */
  async restart(): Promise<void> {
    this.#child = this.#spawn();
    await this.#answering();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const options = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder, "--save", ""];
    return spawn(programPath("redis"), [...options, ...REDIS_OPTIONS], { stdio: "ignore" });
  }

  /** Resolves when it answers, with its data read. */
  async #answering(): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await this.#ping()) === "+PONG\r\n") return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("redis-server does not answer");
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
