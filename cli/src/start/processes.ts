import type { ChildProcess } from "node:child_process";

/** ms that a process has to end before it is killed. */
const STOP_TIMEOUT = 25_000;
/** ms in which the same signal counts once: a terminal sends Ctrl-C to npm and to this process, and npm passes it on. */
const ECHO = 500;

interface Running {
  readonly child: ChildProcess;
  readonly stage: number;
}

/** The processes of a host: if one of them ends, all are stopped, stage by stage, and then this process ends. */
export class Processes {
  #running: Running[] = [];
  #isStopping = false;
  /** The last signal, and when it came. */
  #told: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;

  /** Whether all are being stopped. */
  get areStopping(): boolean {
    return this.#isStopping;
  }

  /** Stops all when a signal or a closed channel tells this process to stop. The second signal kills them. */
  stopWhenTold(): void {
    process.on("SIGINT", (signal) => this.#onSignal(signal));
    process.on("SIGTERM", (signal) => this.#onSignal(signal));
    process.on("disconnect", () => this.stop());
  }

  /**
   * Keeps a process until all are stopped. If it ends by itself, everything is.
   * @param name what the sentence calls it that says how it ended
   * @param stage those of the highest are stopped first
   * @param tellsEnd whether its exit code is to be printed
   */
  keep(name: string, child: ChildProcess, stage: number, tellsEnd = () => true): void {
    this.#running.push({ child, stage });
    const onEnd = (how: string | null) => this.#onEnd(child, how === null ? null : `The ${name} ${how}.`);
    child.once("error", ({ message }) => onEnd(`could not be started: ${message}`));
    child.once("exit", (code, signal) =>
      onEnd(tellsEnd() || signal ? `ended by ${signal ?? `itself: ${code}`}` : null),
    );
    // A process that closes its channel is about to end.
    child.once("disconnect", () => setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT).unref());
    if (this.#isStopping) child.kill();
  }

  /** Stops the processes, stage by stage. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#running.length === 0) process.exit();
    this.#stopNext();
    setTimeout(() => this.#killAll(), STOP_TIMEOUT).unref();
  }

  /** @param sentence how it ended; `null`: print nothing */
  #onEnd(child: ChildProcess, sentence: string | null): void {
    if (!this.#running.some((running) => running.child === child)) return;
    this.#running = this.#running.filter((running) => running.child !== child);
    if (!this.#isStopping) {
      process.exitCode = 1;
      if (sentence !== null) console.error(`${sentence} Flower War is closed.`);
    }
    if (this.#running.length === 0) process.exit();
    if (this.#isStopping) this.#stopNext();
    else this.stop();
  }

  #onSignal(signal: NodeJS.Signals): void {
    const at = performance.now();
    const isEcho = signal === this.#told?.signal && at - this.#told.at < ECHO;
    this.#told = { signal, at };
    if (isEcho) return;
    if (this.#isStopping) this.#killAll();
    else this.stop();
  }

  #stopNext(): void {
    const highest = Math.max(...this.#running.map(({ stage }) => stage));
    for (const { child, stage } of this.#running) if (stage === highest && !child.killed) child.kill();
  }

  /** With all that they started: a shell that waits for a program would leave it behind. */
  #killAll(): void {
    process.exitCode = 1;
    for (const { child } of this.#running) if (child.pid !== undefined) killGroup(child.pid);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
