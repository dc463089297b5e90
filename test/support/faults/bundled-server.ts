import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Refusal } from "@flower-war/client-sdk";
import type { RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { forkServer, MAIN, SECRETS } from "../../../server/test/support/process.ts";
import { endProcess, hasExited } from "../programs.ts";
import { retry } from "../retry.ts";

const FAULT_POINT = fileURLToPath(new URL("./fault-point.ts", import.meta.url));

/** A server bundled as in its image, which is stopped, killed and started again with the same port and data folder. */
export class BundledServer {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #operatorUrl = "";
  /** What all its processes wrote to stdout and stderr. */
  log = "";

  constructor(port: number, dataDir: string, env: Record<string, string> = {}) {
    this.port = port;
    this.dataDir = dataDir;
    this.#env = env;
  }

  /** The id of the process that was started last. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The address of the operator's listener. */
  get operatorUrl(): string {
    return this.#operatorUrl;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Starts it. Resolves when it is ready, or was killed before that.
   * @param fault where it fails (`fault-point.ts`)
   */
  async start(fault = ""): Promise<void> {
    const limits = { CREATIONS_PER_MINUTE: "1000000", SEATS_PER_MINUTE: "1000000" };
    const settings = { ...limits, FAULT: fault, ...this.#env };
    const flags = fault === "" ? [] : ["--import", FAULT_POINT];
    const child = forkServer(MAIN, this.port, this.dataDir, settings, { execArgv: flags });
    this.#child = child;
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
    const [ready] = await Promise.race([once(child, "message"), once(child, "exit")]);
    this.#operatorUrl = (ready as { readonly operatorUrl?: string } | null)?.operatorUrl ?? "";
    if (child.exitCode !== null) throw new Error(`the server exited: ${this.log.slice(-2000)}`);
  }

  /** Whether its process runs. */
  get isRunning(): boolean {
    return this.#child !== null && !hasExited(this.#child);
  }

  /** Resolves with its exit code when it has exited; `null`: a signal ended it. */
  async waitForExit(): Promise<number | null> {
    if (this.#child && !hasExited(this.#child)) await once(this.#child, "exit");
    return this.#child?.exitCode ?? null;
  }

  async kill(): Promise<void> {
    if (this.#child) await endProcess(this.#child, "SIGKILL");
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Stops it with SIGTERM, as a deploy does. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    return this.#child && endProcess(this.#child, "SIGTERM");
  }

  /** Writes a copy of its database, as it is now, to a file. */
  async backUp(file: string): Promise<void> {
    const headers = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
    const copy = await retry(async () => {
      const response = await fetch(this.#operatorUrl + OPERATOR_PATHS.database, { headers });
      if (!response.ok) throw new Refusal((await response.json()) as RefusalBody);
      return response.bytes();
    });
    await writeFile(file, copy);
  }
}
