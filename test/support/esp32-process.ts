import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { hasExited } from "./programs.ts";

/** The ESP32's firmware as a process of this machine, controlled line by line (devices/esp32/host/main.cpp). */
export class Esp32Process {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  /** Resolves when the last line so far is answered. */
  #answered: Promise<unknown> = Promise.resolve();

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    if (!this.#child.stdout) throw new Error(`${program} cannot be started`);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Sends a line. Resolves with the answer: `ok`, `yes` or `no`. */
  do(line: string): Promise<string> {
    const answer = this.#answered.then(async () => {
      this.#child.stdin?.write(`${line}\n`);
      const { value, done } = await this.#answers.next();
      if (done) throw new Error(`it exited at "${line}"`);
      return value;
    });
    this.#answered = answer.catch(() => {});
    return answer;
  }

  /** Closes its input. Resolves when it has exited. */
  async stop(): Promise<void> {
    if (hasExited(this.#child)) return;
    const exited = once(this.#child, "exit");
    this.#child.stdin?.end();
    await exited;
  }
}
