import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PATHS } from "@flower-war/client-sdk/protocol";
import { SECRETS } from "../../../server/test/support/process.ts";

const MAIN = fileURLToPath(new URL("../../../server/dist/bundle/main.js", import.meta.url));
const FAULT_POINT = fileURLToPath(new URL("./fault-point.ts", import.meta.url));

/** A server as its image has it, on a port and a folder of its own, that is killed and started again and again. */
export class FrailServer {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  /** What it wrote to stdout and stderr, in all its lives. */
  log = "";

  constructor(port: number, dataDir: string, env: Record<string, string> = {}) {
    this.port = port;
    this.dataDir = dataDir;
    this.#env = env;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Resolves when it is open, or was killed before that.
   * @param fault where it is to fail (`fault-point.ts`)
   */
  async start(fault = ""): Promise<void> {
    const child = fork(MAIN, {
      env: {
        PATH: process.env["PATH"],
        HOST: "127.0.0.1",
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        BOT_DELAY: "0",
        LOG_LEVEL: "warn",
        CREATIONS_PER_MINUTE: "1000000",
        SEATS_PER_MINUTE: "1000000",
        FAULT: fault,
        ...SECRETS,
        ...this.#env,
      },
      execArgv: fault === "" ? [] : ["--import", FAULT_POINT],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
    await Promise.race([once(child, "message"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error(`the server ended by itself: ${this.log.slice(-2000)}`);
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when it is gone: with its exit code, `null` if a signal ended it. */
  async ended(): Promise<number | null> {
    if (this.isRunning && this.#child) await once(this.#child, "exit");
    return this.#child?.exitCode ?? null;
  }

  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.ended();
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Ends it as a deploy does. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.#child?.kill("SIGTERM");
    return this.ended();
  }

  /** Puts a copy of its database, as it is now, into a file. */
  async backUp(file: string): Promise<void> {
    const headers = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
    const response = await fetch(this.url + PATHS.database, { headers });
    if (!response.ok) throw new Error(`no backup: ${await response.text()}`);
    await writeFile(file, await response.bytes());
  }
}
