import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { endProcess, programPath } from "./programs.ts";

/** Lets system calls of a process fail or wait, until `end`. */
export class FaultyCalls {
  readonly #strace: ChildProcess;

  /** @param calls names of system calls, with commas in between. @param inject as strace takes it */
  static async inject(pid: number | undefined, calls: string, inject: string): Promise<FaultyCalls> {
    const faults = ["-e", `trace=${calls}`, "-e", `inject=${calls}:${inject}`];
    const args = ["-f", "-o", "/dev/null", ...faults, "-p", String(pid)];
    const strace = spawn(programPath("strace"), args, { stdio: ["ignore", "ignore", "pipe"] });
    strace.stderr.setEncoding("utf8");
    const [line] = (await once(strace.stderr, "data")) as [string];
    if (!line.includes("attached")) throw new Error(`strace: ${line}`);
    return new FaultyCalls(strace);
  }

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
  }

  async end(): Promise<void> {
    await endProcess(this.#strace, "SIGTERM");
  }
}
