import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endProcess } from "../../support/programs.ts";
import type { Seen } from "../attack.ts";
import type { Fuzzed, FuzzOrder } from "../fuzz/orders.ts";
import { waitedOf } from "./waited.ts";
import type { AttackOrder, Felt, SinkOrder, TableFacts, TableOrder } from "./orders.ts";

/** A process that gets messages and answers each. */
class Child {
  readonly #process: ChildProcess;
  /** Rejects when it ends. */
  readonly #ended: Promise<never>;
  #error = "";

  /** @param file a path from this folder */
  constructor(file: string) {
    this.#process = fork(join(import.meta.dirname, file), {
      execArgv: ["--conditions=@flower-war/source"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#error += text));
    this.#ended = once(this.#process, "exit").then(() => {
      throw new Error(`${file} ended: ${this.#error}`);
    });
    this.#ended.catch(() => {});
  }

  async ask<A>(message: object): Promise<A> {
    this.#process.send(message);
    const answered = new Promise<A>((resolve) => {
      this.#process.once("message", (answer) => resolve(answer as A));
    });
    return Promise.race([answered, this.#ended]);
  }

  /** The ms that it has waited for a processor. */
  waited(): number {
    return waitedOf(this.#process.pid ?? 0);
  }

  async end(): Promise<void> {
    await endProcess(this.#process, "SIGKILL");
  }
}

/** Attacks from a process of its own. */
export async function attack(order: AttackOrder): Promise<Seen> {
  const child = new Child("attacker.ts");
  try {
    return await child.ask<Seen>(order);
  } finally {
    await child.end();
  }
}

/** Runs something beside a sink, which gets its port. */
export async function besideSink<A>(order: SinkOrder, run: (port: number) => Promise<A>): Promise<A> {
  const child = new Child("sink.ts");
  try {
    return await run(await child.ask<number>(order));
  } finally {
    await child.end();
  }
}

/** A process that fuzzes. */
export class Fuzzer {
  readonly #child = new Child("../fuzz/fuzzer.ts");

  /** Sends plans. Resolves when each was followed. */
  fuzz(order: FuzzOrder): Promise<Fuzzed> {
    return this.#child.ask<Fuzzed>(order);
  }

  end(): Promise<void> {
    return this.#child.end();
  }
}

/** The seated table, in a process of its own. */
export class Neighbours {
  readonly #child = new Child("neighbours.ts");

  /** Sits down at a new match and plays on. */
  open(url: string): Promise<TableFacts> {
    return this.#ask({ do: "open", url });
  }

  /** Begins to measure. */
  async begin(): Promise<void> {
    await this.#ask({ do: "begin" });
  }

  /** Returns what the players felt since then. */
  finish(): Promise<Felt> {
    return this.#ask({ do: "end" });
  }

  /** The ms that its process has waited for a processor. */
  waited(): number {
    return this.#child.waited();
  }

  /** Leaves. */
  end(): Promise<void> {
    return this.#child.end();
  }

  #ask<A>(order: TableOrder): Promise<A> {
    return this.#child.ask<A>(order);
  }
}
