import { availableParallelism } from "node:os";
import { extname } from "node:path";
import type { BotKind, GameName } from "@flower-war/client-sdk/protocol";
import type { GameTypes } from "@flower-war/rules";
import type { Logger } from "pino";
import { Piscina } from "piscina";
import type { Question } from "./thinker.ts";

/** How thinking is bounded. */
export interface Thinking {
  /** ms of thinking for one move. */
  readonly time: number;
  /** ms after which a move is given up, the time in the queue included. */
  readonly patience: number;
}

/** Threads at most; one core is left for the server's loop. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Questions at one time: more are not thought about. */
const QUESTIONS = 64;
/** ms after which a thread that has nothing to do ends. */
const IDLE = 30_000;
/** MB of a thread's heap. */
const HEAP = 128;

const SOURCE = extname(import.meta.filename);
const WORKER = new URL(`./thinker${SOURCE}`, import.meta.url).href;

/**
 * The threads in which the bots of all matches think, so that the server's loop never does. They are started when
 * somebody has to think, and know nothing but the view that they are asked about.
 */
export class Thinkers {
  readonly #thinking: Thinking;
  readonly #log: Logger;
  // Piscina's own limit of its queue holds only once a thread is up.
  #questions = 0;
  readonly #stopping = new AbortController();
  readonly #pool: Piscina<Question, GameTypes["command"]>;

  /** @param worker URL of the module whose default export answers a `Question` */
  constructor(thinking: Thinking, log: Logger, worker = WORKER) {
    this.#thinking = thinking;
    this.#log = log;
    this.#pool = new Piscina({
      filename: worker,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE,
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      env: {},
      // From source, packages are found by their sources too.
      execArgv: SOURCE === ".ts" ? ["--conditions=@flower-war/source"] : [],
    });
  }

  /** A command of this kind of bot; `null`: there was no time for it, or its thread failed. */
  async think(game: GameName, kind: BotKind, view: object): Promise<GameTypes["command"] | null> {
    const { time, patience } = this.#thinking;
    if (this.#questions === QUESTIONS) return null;
    this.#questions += 1;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(patience), this.#stopping.signal]);
      return await this.#pool.run({ game, kind, view, time }, { signal });
    } catch (err) {
      this.#log.warn({ err, game, kind }, "a bot has not thought");
      return null;
    } finally {
      this.#questions -= 1;
    }
  }

  /** Ends all threads; what they think about is given up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#pool.destroy();
  }
}
