import type { ChildProcess } from "node:child_process";
import { signalGroup } from "./outside-program.ts";

/** ms that a process has to end before it is killed. */
export const STOP_TIMEOUT = 25_000;
/** ms in which the same signal counts once: a terminal sends Ctrl-C to npm and to this process, and npm passes it on. */
const ECHO = 500;
/** ms before a standby is replaced that has ended. */
const STANDBY_DELAY = 60_000;

/** ms after which a process that is ready counts as one that runs. */
const STEADY = 5_000;
/** ms before the third attempt in a row; each later one waits twice as long, up to `LONGEST`. */
const FIRST_DELAY = 250;
const LONGEST = 8_000;
/** See `Restarts`. */
const PATIENCE = 60_000;

/** A program that runs in one process at a time, and is restarted in another when that ends. */
export interface Service {
  /** The name in messages: `server`. */
  readonly name: string;
  /** Services of the highest stage are stopped first. */
  readonly stage: number;
  /** Whether a process that ends by itself before it is ready prints the reason. */
  readonly saysWhy: boolean;
  /**
   * Starts a process.
   * @param standby the process that `standBy` started, or `prepare`, which becomes the running one; `null`: none
   */
  start(standby: ChildProcess | null): ChildProcess;
  /** Resolves when a process is ready. If it ends before, nothing need happen. */
  untilReady(child: ChildProcess): Promise<void>;
  /**
   * Resolves when what it runs has changed. A process that ends before it is ready is then started again, the first one aside, and any other at
   * once. Default: nothing changes.
   */
  readonly untilChanged?: (() => Promise<void>) | undefined;
  /** Starts a process that waits until the running one has ended. Default: none waits. */
  readonly standBy?: (() => ChildProcess) | undefined;
}

/** A process that waits until its service runs; `null`: it has ended. */
export interface PreparedProcess {
  readonly child: ChildProcess | null;
}

interface Running {
  /** The name in the exit message. */
  readonly name: string;
  readonly stage: number;
  /**
   * @param how the exit message: `The server ended by SIGKILL`
   * @param isTold whether the process may have printed the reason
   */
  readonly onEnd: (how: string, isTold: boolean) => void;
}

/**
 * Decides when a process that has ended is started again: at once if it had run, then ever later, and not for ever. All times are ms of
 * one clock that never goes back.
 */
export class Restarts {
  /** Ends in a row of processes that did not run. */
  #failures = 0;
  #failingSince = 0;
  readonly #patience: number;

  /** @param patience ms for which a process is started again and again that does not run */
  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /**
   * Returns the ms until the next start; `null`: there is none, for it has not run for too long.
   * @param readyAt when the process that has ended was ready; `null`: it never was
   */
  next(now: number, readyAt: number | null): number | null {
    const hadRun = readyAt !== null && now - readyAt >= STEADY;
    if (hadRun || this.#failures === 0) this.#failingSince = now;
    this.#failures = hadRun ? 1 : this.#failures + 1;
    if (this.#failures <= 2) return 0;
    if (now - this.#failingSince > this.#patience) return null;
    return Math.min(FIRST_DELAY * 2 ** (this.#failures - 3), LONGEST);
  }
}

/** The history of a service's processes. */
interface History {
  readonly restarts: Restarts;
  hasBeenReady: boolean;
  standby: ChildProcess | null;
}

/**
 * The processes of a host. A process that ends is started again. If it was never ready, or ends again and again, all are stopped, stage by
 * stage, and then this process ends.
 */
export class Processes {
  readonly #running = new Map<ChildProcess, Running>();
  /** The patience of `Restarts`. */
  readonly #patience: number | undefined;
  #isStopping = false;
  /** The last signal, and when it came. */
  #told: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;

  constructor(patience?: number) {
    this.#patience = patience;
  }

  /** Stops all processes at a signal, or when the channel closes. The second signal kills them. */
  stopWhenTold(): void {
    process.on("SIGINT", (signal) => this.#onSignal(signal));
    process.on("SIGTERM", (signal) => this.#onSignal(signal));
    process.on("disconnect", () => this.stop());
  }

  /**
   * Starts a process that loads its program while others start. `run` makes it the first of its service; if it has ended before that, `run`
   * starts another one.
   */
  prepare({ name, stage }: Pick<Service, "name" | "stage">, start: () => ChildProcess): PreparedProcess {
    const child = start();
    const prepared: { child: ChildProcess | null } = { child };
    this.#keep(child, { name, stage }, (how) => {
      prepared.child = null;
      console.error(`${how}. It is started again.`);
    });
    return prepared;
  }

  /**
   * Runs a service until all are stopped. Resolves when it is ready for the first time; never, if all stop before.
   * @param prepared from `prepare`
   */
  run(service: Service, prepared?: PreparedProcess): Promise<void> {
    return new Promise((resolve) => {
      const standby = prepared?.child?.connected ? prepared.child : null;
      const restarts = new Restarts(this.#patience);
      this.#start(service, { restarts, hasBeenReady: false, standby }, resolve);
    });
  }

  /** Stops the processes, stage by stage. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#running.size === 0) process.exit();
    this.#stopNext();
    setTimeout(() => this.#killAll(), STOP_TIMEOUT).unref();
  }

  #start(service: Service, history: History, becomeReady: () => void): void {
    if (this.#isStopping) return;
    const { standby } = history;
    history.standby = null;
    const child = service.start(standby);
    const changed = service.untilChanged?.();
    let readyAt: number | null = null;
    const becameReady = async () => {
      await service.untilReady(child);
      if (this.#isStopping) return;
      readyAt = performance.now();
      history.hasBeenReady = true;
      becomeReady();
      setTimeout(() => this.#keepStandby(service, history, child), STEADY).unref();
    };
    void becameReady();
    this.#keep(child, service, (how, isTold) => {
      if (!history.hasBeenReady) return this.#fail(isTold && service.saysWhy ? null : how);
      const again = () => this.#start(service, history, becomeReady);
      if (changed !== undefined && readyAt === null) {
        console.error(`${how}. It is started again when a file has changed.`);
        return void changed.then(again);
      }
      const delay = changed === undefined ? history.restarts.next(performance.now(), readyAt) : 0;
      if (delay === null) return this.#fail(`${how} again and again`);
      console.error(`${how}. It is started again.`);
      setTimeout(again, delay);
    });
  }

  /** @param child the process that must run for the service to have a standby */
  #keepStandby(service: Service, history: History, child: ChildProcess): void {
    if (this.#isStopping || !this.#running.has(child) || history.standby !== null) return;
    const standby = service.standBy?.();
    if (standby === undefined) return;
    history.standby = standby;
    this.#keep(standby, { name: `${service.name}'s standby`, stage: service.stage }, (how) => {
      history.standby = null;
      console.error(`${how}. It is started again.`);
      setTimeout(() => this.#keepStandby(service, history, child), STANDBY_DELAY).unref();
    });
  }

  /** Keeps a process until all are stopped, or until it ends. The last call for a process counts. */
  #keep(
    child: ChildProcess,
    { name, stage }: Pick<Service, "name" | "stage">,
    onEnd: Running["onEnd"],
  ): void {
    const isNew = !this.#running.has(child);
    this.#running.set(child, { name, stage, onEnd });
    if (!isNew) return;
    child.once("error", ({ message }) => this.#onEnd(child, `could not be started: ${message}`));
    child.once("exit", (code, signal) =>
      this.#onEnd(child, `ended by ${signal ?? `itself: ${code}`}`, signal === null),
    );
    // A process that closes its channel is about to end.
    child.once("disconnect", () => setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT).unref());
    if (this.#isStopping) child.kill();
  }

  #onEnd(child: ChildProcess, how: string, isTold = false): void {
    const ended = this.#running.get(child);
    this.#running.delete(child);
    if (!this.#isStopping) return ended?.onEnd(`The ${ended.name} ${how}`, isTold);
    if (this.#running.size === 0) process.exit();
    this.#stopNext();
  }

  /** @param why the exit message of a process; `null`: the process has printed the reason itself */
  #fail(why: string | null): void {
    process.exitCode = 1;
    if (why !== null) console.error(`${why}. Flower War is closed.`);
    this.stop();
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
    const highest = Math.max(...[...this.#running.values()].map(({ stage }) => stage));
    for (const [child, { stage }] of this.#running) if (stage === highest && !child.killed) child.kill();
  }

  /** Kills each process with its children: a shell that waits for a program would leave it behind. */
  #killAll(): void {
    process.exitCode = 1;
    for (const { pid } of this.#running.keys()) if (pid !== undefined) signalGroup(pid, "SIGKILL");
  }
}
