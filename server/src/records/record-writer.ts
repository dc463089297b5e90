import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { sumUp } from "@flower-war/protocol/log";
import { type Game, type GameTypes, games } from "@flower-war/rules";
import type { Logger } from "pino";
import type { StoredFact } from "../storage/journal/facts.ts";
import { createdOf, readPlayedMatch } from "../storage/journal/record.ts";
import type { Cancel, Time } from "../time.ts";
import type { RecordOrder, WrittenOrder } from "./record-thread.ts";
import { writeRecord, type WrittenRecord } from "./write-record.ts";

const THREAD = new URL(`./record-thread${extname(import.meta.filename)}`, import.meta.url);

/** ms after which a thread ends that has nothing to write. */
const IDLE = 60_000;

interface RunningThread {
  readonly worker: Worker;
  /** The orders that it has not answered, by their ids. */
  readonly waiting: Map<number, Pick<PromiseWithResolvers<WrittenRecord | null>, "resolve" | "reject">>;
}

/** Writes the records of finished matches in a thread of its own: replaying a match and its chains would delay those in play. */
export class RecordWriter {
  readonly #time: Pick<Time, "after">;
  readonly #log: Logger;
  /** `null`: there is nothing to write. */
  #thread: RunningThread | null = null;
  #cancelEnd: Cancel = () => {};
  #lastId = 0;

  constructor(time: Pick<Time, "after">, log: Logger) {
    this.#time = time;
    this.#log = log;
  }

  /**
   * Writes a match's record as JSON Lines (docs/fair-dice.md); `null`: it is not over, or has not begun.
   * @param facts all facts of its log
   * @throws Error if the rules fail
   */
  async write(game: Game<GameTypes>, facts: readonly StoredFact[]): Promise<string | null> {
    const name = Object.keys(games).find((each) => Object.is(Reflect.get(games, each), game));
    // A game that is not among the rules' own is not known in the thread.
    const written =
      name === undefined
        ? this.#writeHere(game, facts)
        : await this.#order(name as keyof typeof games, facts);
    if (written === null) return null;
    const { match } = createdOf(facts).plan;
    for (const { seat, n } of written.unfit)
      this.#log.warn(sumUp({ match, seat, n }), "signature does not fit the log");
    return written.text;
  }

  /** Ends the thread. What is being written is rejected. */
  async close(): Promise<void> {
    this.#cancelEnd();
    await this.#end();
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #writeHere(game: Game<GameTypes>, facts: readonly StoredFact[]): WrittenRecord | null {
    const played = readPlayedMatch(facts);
    return played && writeRecord(game, played);
  }

  #order(game: keyof typeof games, facts: readonly StoredFact[]): Promise<WrittenRecord | null> {
    const { promise, resolve, reject } = Promise.withResolvers<WrittenRecord | null>();
    this.#cancelEnd();
    this.#thread ??= this.#start();
    const { worker, waiting } = this.#thread;
    const id = (this.#lastId += 1);
    waiting.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage({ id, game, facts } satisfies RecordOrder);
    return promise;
  }

  #start(): RunningThread {
    const thread: RunningThread = { worker: new Worker(THREAD), waiting: new Map() };
    const { worker, waiting } = thread;
    // A server that stops does not wait for it.
    worker.unref();
    worker.on("message", (order: WrittenOrder) => {
      const settle = waiting.get(order.id);
      waiting.delete(order.id);
      if ("failed" in order) settle?.reject(new Error(order.failed));
      else settle?.resolve(order.written);
      if (waiting.size === 0)
        this.#cancelEnd = this.#time.after(IDLE, () => void this.#end(), { background: true });
    });
    worker.on("error", (err) => this.#log.error({ err }, "record thread failed"));
    worker.on("exit", () => {
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of waiting.values()) reject(new Error("the record thread ended"));
    });
    return thread;
  }
}
