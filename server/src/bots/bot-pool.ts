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
import type { Advice, Advised, Asked, ThinkingKind } from "./question.ts";

/** How long a bot of one kind may take for a command. */
interface ThinkingTime {
  /** ms after which it begins no further thought. */
  readonly time: number;
  /** ms that it has at least from when it is awaited until it moves; `time` is shorter. */
  readonly answer: number;
}

/** How long bots may take. */
export interface BotThinking extends Readonly<Record<ThinkingKind, ThinkingTime>> {
  /** ms that advice takes. */
  readonly advice: number;
  /** ms after which a process that still thinks is killed. */
  readonly timeout: number;
}

/** Thinks for bots. */
export type Thinker = Pick<BotPool, "advise" | "answerTime" | "canAdvise" | "isAdvising" | "think">;

/** ms of a question's time that are left for the last thought, which may begin when the others end, and for the answer's way. */
const RESERVE = 50;

/** Processes at most. One core is left for the server's loop; one process is left for bots that think for a short time. */
const PROCESSES = Math.max(2, Math.min(4, availableParallelism() - 1));
/** ms after which advice is given up, its wait for a process included. */
const ADVICE_TIMEOUT = 20_000;
/** Questions at one time, and those of them for advice. */
const QUESTIONS = 64;
const ADVICE = 8;
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
  readonly question: Asked;
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
  /** Strong bots that think, and advice that is made, for their full time now. */
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
    this.#starts = new TokenBucket(time, STARTS);
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
    if ("cause" in outcome && outcome.cause !== "stopped")
      this.#log.warn(sumUp({ game, kind, ...outcome }, outcome.cause), "bot gave no command");
    return null;
  }

  /** Whether it makes as much advice as it may at one time. */
  get isAdvising(): boolean {
    return [...this.#tasks].filter(({ question }) => question.kind === "advice").length >= ADVICE;
  }

  /** Whether a seat of this game can be advised. */
  canAdvise(game: GameName): boolean {
    return Object.hasOwn(bots, game);
  }

  /**
   * Resolves with what a strong bot would do in a seat that is awaited; `null`: there was no time for it, its process failed, or the game has none.
   * @param view of that seat
   */
  async advise(game: GameName, view: object, advised: Advised): Promise<Advice | null> {
    if (!this.canAdvise(game) || this.isAdvising) return null;
    const by = this.#time.monotonic() + ADVICE_TIMEOUT;
    const outcome = await this.#ask({ game, kind: "advice", view, advised }, by);
    if ("advice" in outcome) return outcome.advice;
    if ("cause" in outcome && outcome.cause !== "stopped")
      this.#log.warn(sumUp({ game, ...outcome }, outcome.cause), "bot gave no advice");
    return null;
  }

  /** Kills all processes and gives up their questions. Resolves when none is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#giveUpAll(this.#tasks, "stopped");
    await Promise.all([...this.#processes].map((process) => process.stop()));
  }

  #ask(question: Asked, by: number): Promise<Outcome> {
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
    // Bots have to move in time.
    const inOrder = [...this.#waiting].toSorted(
      (one, other) => Number(one.question.kind === "advice") - Number(other.question.kind === "advice"),
    );
    for (const task of inOrder) {
      const free = [...this.#processes].find(({ isFree }) => isFree);
      if (!free) break;
      this.#waiting.delete(task);
      void this.#run(task, free);
    }
    while (this.#needsProcess && this.#starts.take() === 0 && this.#start());
    if (this.#processes.size === 0) this.#giveUpAll(this.#waiting, "no-process");
  }

  async #run({ question, by, settle }: Task, process: ProcessHandle): Promise<void> {
    // All others could come to wait for a long thought, so that it takes a skilled bot's time if no other process were left.
    const isLong = question.kind !== "skilled" && this.#long < this.#mostProcesses - 1;
    const { skilled, strong, advice } = this.#thinking;
    const longTime = question.kind === "advice" ? advice : strong.time;
    this.#long += Number(isLong);
    const time = this.#timeToThink(isLong ? longTime : skilled.time, by);
    settle(await process.ask({ ...question, time }));
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
