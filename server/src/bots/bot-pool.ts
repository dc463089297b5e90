import { availableParallelism } from "node:os";
import { extname } from "node:path";
import type { GameName } from "@flower-war/protocol";
import { sumUp } from "@flower-war/protocol/log";
import { TokenBucket } from "@flower-war/protocol/ports";
import type { GameTypes } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import type { Logger } from "pino";
import type { Ports } from "../ports.ts";
import type { Time } from "../time.ts";
import { type NoCommand, type Outcome, ProcessHandle, type ProcessFailure } from "./process-handle.ts";
import type { Question, ThinkingKind } from "./question.ts";

/** How long a bot of one kind may take for a command. */
interface ThinkingTime {
  /** ms after which it begins no further thought. */
  readonly time: number;
  /** ms that it has at least from when it is awaited until it moves; `time` is shorter. */
  readonly answer: number;
}

/** How long bots may take for a command. */
export interface BotThinking extends Readonly<Record<ThinkingKind, ThinkingTime>> {
  /** ms after which a process that still thinks is killed. */
  readonly timeout: number;
}

/** Thinks for bots. */
export type Thinker = Pick<BotPool, "answerTime" | "think">;

/** ms of a question's time that are left for the last thought, which may begin when the others end, and for the answer's way. */
const RESERVE = 50;

/** Processes at most. One core is left for the server's loop; one process is left for bots that think for a short time. */
const PROCESSES = Math.max(2, Math.min(4, availableParallelism() - 1));
/** Questions at one time. */
const QUESTIONS = 64;
/** Processes that may be started at once, and in a second in the long run, whatever becomes of them. */
const STARTS = { burst: 8, perSecond: 1 / 5 };

const ENTRY = new URL(`./bot-process${extname(import.meta.filename)}`, import.meta.url);

interface PoolOptions extends Pick<Ports, "time" | "log"> {
  /** URL of the module that a process runs. */
  readonly entry?: URL;
  /** Processes at most. */
  readonly processes?: number;
}

/** A question that has no outcome yet. */
interface Task {
  readonly question: Omit<Question, "time" | "timeout">;
  /** When it is given up, by the monotonic clock. */
  readonly by: number;
  readonly settle: (outcome: Outcome) => void;
}

/**
 * The child processes in which the bots of all matches think, so that the server's loop never does and no crash of a bot
 * is the server's. They are started when there is a question, know nothing but the view that they are asked about, and
 * end with the server.
 */
export class BotPool {
  readonly #thinking: BotThinking;
  readonly #time: Time;
  readonly #entry: URL;
  readonly #mostProcesses: number;
  readonly #log: Logger;
  readonly #starts: TokenBucket;
  readonly #processes = new Set<ProcessHandle>();
  readonly #tasks = new Set<Task>();
  /** The strong bots that think for their full time now. */
  #long = 0;
  /** The tasks that no process has been asked yet, the oldest first. */
  readonly #waiting = new Set<Task>();
  #stopped = false;

  constructor(thinking: BotThinking, { time, log, entry = ENTRY, processes = PROCESSES }: PoolOptions) {
    this.#thinking = thinking;
    this.#time = time;
    this.#entry = entry;
    this.#mostProcesses = processes;
    this.#log = log;
    this.#starts = new TokenBucket(time, STARTS.perSecond, STARTS.burst);
  }

  /** Returns the ms that a bot of a kind has at least from when it is awaited until it moves. */
  answerTime(kind: ThinkingKind): number {
    return this.#thinking[kind].answer;
  }

  /**
   * Resolves with the command of this kind of bot; `null`: there was no time for it, its process failed, or the game has none.
   * @param by when it must answer, by the monotonic clock
   */
  async think(
    game: GameName,
    kind: ThinkingKind,
    view: object,
    by: number,
  ): Promise<GameTypes["command"] | null> {
    if (!Object.hasOwn(bots, game)) return null;
    const outcome = await this.#ask({ game, kind, view }, by);
    if ("command" in outcome) return outcome.command;
    const { cause } = outcome;
    if (cause !== "stopped") this.#log.warn(sumUp({ game, kind, ...outcome }, cause), "bot gave no command");
    return null;
  }

  /** Kills all processes and gives up their questions. Resolves when none is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#giveUpAll(this.#tasks, "stopped");
    await Promise.all([...this.#processes].map((process) => process.stop()));
  }

  #ask(question: Task["question"], by: number): Promise<Outcome> {
    if (this.#stopped) return Promise.resolve({ cause: "stopped" });
    if (this.#tasks.size >= QUESTIONS) return Promise.resolve({ cause: "too-many-questions" });
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const task: Task = {
      question,
      by,
      settle: (outcome) => {
        cancel();
        this.#tasks.delete(task);
        this.#waiting.delete(task);
        resolve(outcome);
      },
    };
    const left = Math.max(0, by - this.#time.monotonic());
    const cancel = this.#time.after(left, () => task.settle({ cause: "timeout" }));
    this.#tasks.add(task);
    this.#waiting.add(task);
    this.#dispatch();
    return promise;
  }

  /** Gives waiting tasks to free processes, and starts more of them if needed. */
  #dispatch(): void {
    for (const task of this.#waiting) {
      const free = [...this.#processes].find(({ isFree }) => isFree);
      if (!free) break;
      this.#waiting.delete(task);
      void this.#run(task, free);
    }
    while (this.#needsProcess && this.#starts.take() === 0 && this.#start());
    if (this.#processes.size === 0) this.#giveUpAll(this.#waiting, "no-process");
  }

  async #run({ question, by, settle }: Task, process: ProcessHandle): Promise<void> {
    // All others could come to wait for a long thought, so that a strong bot thinks like a skilled one if no other process were left.
    const isLong = question.kind === "strong" && this.#long < this.#mostProcesses - 1;
    const { time } = this.#thinking[isLong ? "strong" : "skilled"];
    this.#long += Number(isLong);
    settle(await process.ask({ ...question, time: this.#timeToThink(time, by) }));
    this.#long -= Number(isLong);
    this.#dispatch();
  }

  /** Returns the ms, at most `most`, that a question may take: the less, the more wait. The first thought is always made. */
  #timeToThink(most: number, by: number): number {
    const left = by - this.#time.monotonic() - RESERVE;
    const turns = 1 + this.#waiting.size / this.#mostProcesses;
    return Math.max(0, Math.min(most, left / turns));
  }

  get #needsProcess(): boolean {
    const starting = [...this.#processes].filter(({ isStarting }) => isStarting).length;
    return this.#waiting.size > starting && this.#processes.size < this.#mostProcesses;
  }

  /** Starts a process. Returns whether the system allowed it. */
  #start(): boolean {
    try {
      const process: ProcessHandle = new ProcessHandle({
        entry: this.#entry,
        time: this.#time,
        thoughtTimeout: this.#thinking.timeout,
        onReady: () => this.#dispatch(),
        onEnd: (failure) => this.#remove(process, failure),
      });
      this.#processes.add(process);
      return true;
    } catch (err) {
      this.#logFailure({ cause: "no-start", err });
      return false;
    }
  }

  #remove(process: ProcessHandle, failure: ProcessFailure | null): void {
    this.#processes.delete(process);
    if (failure) this.#logFailure(failure);
    // The next one would fail to start as well.
    if (!process.hasStarted && this.#processes.size === 0) this.#giveUpAll(this.#waiting, "no-process");
    this.#dispatch();
  }

  #logFailure({ stderr = "", ...how }: ProcessFailure): void {
    // Lines, because a long text is cut.
    const lines = stderr.split("\n").filter(Boolean);
    this.#log.warn(
      sumUp({ ...how, ...(lines.length > 0 && { stderr: lines }) }, how.cause),
      "bot process failed",
    );
  }

  #giveUpAll(tasks: Iterable<Task>, cause: NoCommand["cause"]): void {
    for (const { settle } of tasks) settle({ cause });
  }
}
