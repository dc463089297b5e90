import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { constants, getPriority, setPriority } from "node:os";
import { extname } from "node:path";
import type { Cancel, Time } from "../time.ts";
import { type Asked, type Found, type Message, type Question, readMessage } from "./question.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
/** ms after which a process that is not ready is killed. */
const START_TIMEOUT = 30_000;
/** ms after which a process that has nothing to do ends. */
const IDLE_TIMEOUT = 300_000;
/** MB of a process's heap. */
const HEAP = 128;
/** Characters of stderr that are remembered. */
const STDERR = 2_000;
/** ms that a process has more than the pool allows it, so that it ends itself only if the pool cannot. */
const GRACE = 1_000;

/** The outcome of a question. */
export type Outcome = Found | NoCommand;

/** Why nothing was found. */
export interface NoCommand {
  readonly cause:
    | "bad-view"
    | "bot-error"
    | "no-process"
    | "process-failure"
    | "stopped"
    | "timeout"
    | "too-many-questions";
  readonly err?: unknown;
}

/** Why a process ended, unless the pool ended it. */
export interface ProcessFailure {
  readonly cause: "bad-answer" | "crash" | "no-start" | "start-timeout" | "thought-timeout";
  readonly exitCode?: number | null;
  readonly signal?: NodeJS.Signals | null;
  /** The last lines of its stderr. */
  readonly stderr?: string;
  readonly err?: unknown;
}

interface HandleOptions {
  /** URL of the module that the process runs. */
  readonly entry: URL;
  readonly time: Time;
  /** ms after which a process that thinks is killed. */
  readonly thoughtTimeout: number;
  /** Called once it can be asked. */
  readonly onReady: () => void;
  /** Called once it is gone. `null`: it was stopped, or idle. */
  readonly onEnd: (failure: ProcessFailure | null) => void;
}

/** A bot process: asks it one question at a time, kills it when it exceeds a timeout, and ends it when it is idle. */
export class ProcessHandle {
  readonly #options: HandleOptions;
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<void>();
  #state: "starting" | "free" | "thinking" | "ending" | "ended" = "starting";
  #hasStarted = false;
  #cancelTimeout: Cancel = () => {};
  #answer: (outcome: Outcome) => void = () => {};
  /** Why the process ends, if it ends now; `null`: because this handle ended it. */
  #cause: ProcessFailure["cause"] | null = "crash";
  #stderr = "";

  /** @throws if the system cannot start a process */
  constructor(options: HandleOptions) {
    this.#options = options;
    this.#child = start(options.entry);
    this.#child.on("message", (message) => this.#receive(readMessage(message)));
    this.#child.once("close", (exitCode, signal) => this.#end({ exitCode, signal }));
    this.#child.on("error", (err) => this.#handleError(err));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR);
    });
    this.#setTimeout(START_TIMEOUT, () => this.#kill("start-timeout"));
  }

  /** Whether it has ever been ready. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isStarting(): boolean {
    return this.#state === "starting";
  }

  /** Whether it can be asked. */
  get isFree(): boolean {
    return this.#state === "free";
  }

  /** Asks a process that is free. */
  ask(question: Asked & { readonly time: number }): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const { thoughtTimeout } = this.#options;
    this.#state = "thinking";
    this.#answer = resolve;
    this.#setTimeout(thoughtTimeout, () => this.#kill("thought-timeout"));
    try {
      // A process that is already gone closes and so answers.
      const sent: Question = { ...question, timeout: thoughtTimeout + GRACE };
      this.#child.send(sent, () => {});
    } catch (err) {
      this.#finish({ cause: "bad-view", err });
    }
    return promise;
  }

  /** Kills the process; it has nothing to lose. Resolves when it is gone. */
  stop(): Promise<void> {
    for (const part of partsOf(this.#child)) part?.ref();
    this.#kill(null);
    return this.#ended.promise;
  }

  #receive(message: Message | null): void {
    if (message === "ready" && this.#state === "starting") {
      this.#hasStarted = true;
      this.#free();
      this.#options.onReady();
    } else if (message === null || message === "ready" || this.#state !== "thinking") {
      this.#kill("bad-answer");
    } else if ("error" in message) {
      const { message: text, stack } = message.error;
      this.#finish({ cause: "bot-error", err: Object.assign(new Error(text), { stack }) });
    } else {
      this.#finish(message);
    }
  }

  #finish(outcome: Outcome): void {
    this.#free();
    this.#answer(outcome);
  }

  #free(): void {
    this.#state = "free";
    this.#setTimeout(IDLE_TIMEOUT, () => this.#kill(null));
  }

  #kill(cause: ProcessFailure["cause"] | null): void {
    if (this.#state === "ending" || this.#state === "ended") return;
    this.#state = "ending";
    this.#cause = cause;
    this.#cancelTimeout();
    this.#child.kill("SIGKILL");
  }

  /** A process without an id was never started, and may never close. */
  #handleError(err: unknown): void {
    if (this.#child.pid !== undefined) return;
    this.#cause = "no-start";
    this.#end({ err });
  }

  #end(how: Pick<ProcessFailure, "exitCode" | "signal" | "err">): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#cancelTimeout();
    this.#answer({ cause: "process-failure" });
    this.#options.onEnd(this.#cause && { cause: this.#cause, ...how, stderr: this.#stderr });
    this.#ended.resolve();
  }

  #setTimeout(ms: number, call: () => void): void {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#options.time.after(ms, call, { background: true });
  }
}

/** Forks a process that inherits nothing of the environment and does not keep this one alive. */
function start(entry: URL): ChildProcess {
  const isSource = extname(entry.pathname) === ".ts";
  const child = fork(entry, {
    env: {},
    // From source, packages are found by their sources too.
    execArgv: [`--max-old-space-size=${HEAP}`, ...(isSource ? ["--conditions=@flower-war/source"] : [])],
    // Views may hold what JSON does not.
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  for (const part of partsOf(child)) part?.unref();
  lowerPriority(child);
  return child;
}

/** Lets the server go first where cores are short, so that its answers to others do not tell whether a bot thinks. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
  } catch {
    // It is gone already, or the system does not allow it.
  }
}

/** Lists what keeps this process alive until the child has closed. */
function partsOf(child: ChildProcess) {
  return [child, child.channel, child.stderr as Socket | null];
}
