import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program of this repository, run from its sources as `npm start` and `npm run temple` do, or as a bundle. */
export class Program {
  readonly child: ChildProcess;
  out = "";
  err = "";
  /** Resolves with its exit status when all its output has been read. */
  readonly ended: Promise<number | null>;
  readonly #messages: unknown[] = [];

  /** @param main its path from the root */
  constructor(main: string, args: readonly string[], env: Record<string, string>) {
    const path = fileURLToPath(new URL(`../../../${main}`, import.meta.url));
    this.child = spawn(process.execPath, ["--conditions=@flower-war/source", path, ...args], {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
    const written = [this.child.stdout, this.child.stderr].map((stream) => stream && once(stream, "end"));
    this.child.stdout?.on("data", (chunk) => (this.out += String(chunk)));
    this.child.stderr?.on("data", (chunk) => (this.err += String(chunk)));
    this.child.on("message", (message) => this.#messages.push(message));
    // There is no "close" event after this side closed the IPC channel.
    this.ended = Promise.all([once(this.child, "exit"), ...written]).then(([[code]]) => code);
  }

  /** Resolves with its first IPC message. */
  async ready(): Promise<unknown> {
    if (this.#messages.length === 0) await Promise.race([once(this.child, "message"), this.ended]);
    if (this.#messages.length === 0) throw new Error(`ended before it was ready: ${this.err}`);
    return this.#messages[0];
  }

  type(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
