import { type ChildProcess, spawn } from "node:child_process";
import { EXIT, Failure } from "../failure.ts";

/** ms that a client may take to end when it is asked to. */
const GRACE = 2_000;
/** Characters of its output that are kept. */
const KEPT = 100_000;

/** The client that is checked: a program that its author starts. */
export class ClientProcess {
  /** Processes that were started and not stopped. */
  static readonly #running = new Set<ClientProcess>();

  readonly #process: ChildProcess;
  readonly #exited: Promise<string>;
  #output = "";

  /**
   * Starts it.
   * @param echo is given what it prints
   * @throws Failure if there is no such program
   */
  static async start(
    [program = "", ...args]: readonly string[],
    environment: Readonly<Record<string, string>>,
    echo: (text: string) => void,
  ): Promise<ClientProcess> {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // It may start others, which end with it.
      detached: process.platform !== "win32",
    });
    const client = new ClientProcess(child, echo);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", () => reject(new Failure(EXIT.unreachable, `${program} cannot be started.`)));
    });
    return client;
  }

  /** Kills all that run, with all that they have started: a terminal's Ctrl-C does not reach them. */
  static killAll(): void {
    for (const client of ClientProcess.#running) client.#kill("SIGKILL");
  }

  private constructor(child: ChildProcess, echo: (text: string) => void) {
    this.#process = child;
    ClientProcess.#running.add(this);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-KEPT);
        echo(text);
      });
    }
    this.#exited = new Promise((resolve) => {
      child.once("close", (code, signal) =>
        resolve(`the client ended (${signal ?? `exit code ${code}`})${this.#lastLine}`),
      );
    });
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  /** Resolves with a sentence when it has ended. */
  get exited(): Promise<string> {
    return this.#exited;
  }

  get #lastLine(): string {
    const line = this.#output.trimEnd().split("\n").at(-1) ?? "";
    return line === "" ? "" : `: ${line.slice(0, 200)}`;
  }

  /** Ends it with all that it has started. */
  async stop(): Promise<void> {
    this.#kill("SIGTERM");
    const timer = setTimeout(() => this.#kill("SIGKILL"), GRACE);
    await this.#exited;
    clearTimeout(timer);
    this.#kill("SIGKILL");
    ClientProcess.#running.delete(this);
  }

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#process.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // It has ended.
    }
  }
}
