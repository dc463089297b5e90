import { parentPort, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Cancel, Time } from "./time.ts";

/** ms after which a thread ends that has nothing to do. */
const IDLE = 60_000;

/** The methods of a thread, by name. Arguments and results are cloned. */
type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** `failed`: the function threw, with this stack. */
type Result = { readonly value: unknown } | { readonly failed: string };

type Answer = { readonly id: number } & Result;

interface RunningThread {
  readonly worker: Worker;
  /** The calls that it has not answered, by their ids. */
  readonly waiting: Map<number, Pick<PromiseWithResolvers<unknown>, "resolve" | "reject">>;
}

/**
 * A thread for what would stop all tables for too long. It starts with the first call and ends when it has had none for a minute,
 * unless it remembers something: most servers need it seldom.
 */
export class Thread<Served extends Functions> {
  readonly #name: string;
  readonly #file: URL;
  readonly #time: Pick<Time, "after">;
  readonly #log: Logger;
  readonly #remembers: boolean;
  /** `null`: there is nothing to do. */
  #running: RunningThread | null = null;
  #cancelEnd: Cancel = () => {};
  #lastId = 0;

  /**
   * @param name for the log
   * @param file of the module that calls `serveCalls`
   * @param remembers whether the thread stays until `close`
   */
  constructor(name: string, file: URL, time: Pick<Time, "after">, log: Logger, remembers = false) {
    this.#name = name;
    this.#file = file;
    this.#time = time;
    this.#log = log;
    this.#remembers = remembers;
  }

  /**
   * Calls a function that the thread serves.
   * @throws Error if the function fails, or the thread ends before
   */
  call<Name extends keyof Served & string>(
    name: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#cancelEnd();
    this.#running ??= this.#start();
    const { worker, waiting } = this.#running;
    const id = (this.#lastId += 1);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage({ id, name, args } satisfies Call);
    waiting.set(id, { resolve, reject });
    return promise as Promise<Awaited<ReturnType<Served[Name]>>>;
  }

  /** Ends the thread. Calls that it has not answered fail. */
  async close(): Promise<void> {
    this.#cancelEnd();
    await this.#end();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.worker.terminate();
  }

  #start(): RunningThread {
    const running: RunningThread = { worker: new Worker(this.#file), waiting: new Map() };
    const { worker, waiting } = running;
    // A server that stops does not wait for it.
    worker.unref();
    worker.on("message", (answer: Answer) => {
      const settle = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("failed" in answer) settle?.reject(new Error(answer.failed));
      else settle?.resolve(answer.value);
      if (waiting.size === 0 && !this.#remembers)
        this.#cancelEnd = this.#time.after(IDLE, () => void this.#end(), { background: true });
    });
    worker.on("error", (err) => this.#log.error({ thread: this.#name, err }, "thread failed"));
    worker.on("exit", () => {
      if (this.#running === running) this.#running = null;
      for (const { reject } of waiting.values()) reject(new Error(`the ${this.#name} thread ended`));
    });
    return running;
  }
}

/** Serves functions in a thread that a `Thread` starts. */
export function serveCalls(served: Functions): void {
  parentPort?.on("message", (call: Call) => void answer(served, call));
}

async function answer(served: Functions, { id, name, args }: Call): Promise<void> {
  const result = await perform(served[name], args);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage({ id, ...result });
}

async function perform(served: Functions[string] | undefined, args: Call["args"]): Promise<Result> {
  try {
    return { value: await served?.(...(args as never[])) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
