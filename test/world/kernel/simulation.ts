import { AsyncLocalStorage } from "node:async_hooks";
import type { SeededRandom } from "../../support/seeded-random.ts";
import { Chance } from "./chance.ts";
import { EventQueue } from "./event-queue.ts";
import { real } from "./real.ts";
import type { CancelEvent, ProcessState, RunInContext } from "./types.ts";

type Arrived = (address: string, chunk: Buffer) => void;

/** Turns without an event after which a run that awaits something has stalled. */
const MOST_IDLE_TURNS = 20_000;
/** Events in a round of the event loop: a round costs as much as some events. Ticks and promises are done between any two. */
const EVENTS_IN_ROUND = 64;
/** Events in one second of virtual time after which a run goes round in circles, as when a match is taken over again and again. */
const MOST_STEPS = 50_000;

/**
 * Virtual time, and everything that will happen in it, in one real process: timers, packets, writes. Each event happens in a turn of its own
 * in the real event loop, so that all that follows from it at once (promises, ticks) is done before the next. Whatever chance decides is drawn from one seed.
 */
export class Simulation {
  static #current: Simulation | null = null;
  /** The process in which the running code is. */
  static readonly #running = new AsyncLocalStorage<ProcessState>();

  readonly seed: number;
  readonly random: SeededRandom;
  /** For code that draws from no port. */
  readonly entropy: SeededRandom;
  /** How many events have happened. */
  steps = 0;
  /** Sums up when each event happened, and where: two runs of one seed have the same. */
  trace = 0;
  #now = 0;
  #added = 0;
  readonly #processes: { kill(): void }[] = [];
  readonly #queue = new EventQueue();
  readonly #listeners: Arrived[] = [];

  constructor(seed: number) {
    this.seed = seed;
    this.random = new Chance(seed, "world");
    this.entropy = new Chance(seed, "entropy");
  }

  /** The simulation that runs. @throws Error if none does */
  static get current(): Simulation {
    if (Simulation.#current === null) throw new Error("no simulation runs");
    return Simulation.#current;
  }

  static get isRunning(): boolean {
    return Simulation.#current !== null;
  }

  /** The process that the running code belongs to; `null`: none. */
  static get process(): ProcessState | null {
    return Simulation.#running.getStore() ?? null;
  }

  /** Runs code as a process. */
  static runIn<T>(process: ProcessState, work: () => T): T {
    return Simulation.process === process ? work() : process.context(work);
  }

  /** Returns what runs code as a process. A process keeps it: to make it anew for each event takes longer than many events do. */
  static contextOf(process: ProcessState): RunInContext {
    return Simulation.#running.run(process, () => AsyncLocalStorage.snapshot());
  }

  /** Returns chance of its own for a part of the run. @param name of the part */
  chanceOf(name: string): SeededRandom {
    return new Chance(this.seed, name);
  }

  /** Adds a process, which is killed when the run is over. Returns its number. */
  enrol(process: { kill(): void }): number {
    return this.#processes.push(process);
  }

  /** Tells all that arrives at the other end of a connection. */
  onArrived(call: Arrived): void {
    this.#listeners.push(call);
  }

  /** A chunk has arrived at a process of this address. */
  arrive(address: string, chunk: Buffer): void {
    for (const call of this.#listeners) call(address, chunk);
  }

  /** Returns how many events wait in a process. */
  pendingOf(process: ProcessState): number {
    return this.#queue.all.filter((event) => event.process === process && !event.isCancelled).length;
  }

  /** ms since the simulation began. */
  get now(): number {
    return this.#now;
  }

  /** Adds an event in so many ms, at least 0. Events of one point of time happen in the order in which they were added. */
  add(ms: number, process: ProcessState | null, call: () => void): CancelEvent {
    const event = {
      at: this.#now + Math.max(0, ms),
      order: (this.#added += 1),
      process,
      call,
      isCancelled: false,
    };
    this.#queue.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Lets a process do what its machine hands it: at once, or when it no longer stands still. A dead one does nothing. */
  hand(process: ProcessState, work: () => void): void {
    if (process.isDead) return;
    if (process.frozenUntil > this.#now) this.add(0, process, work);
    else Simulation.runIn(process, work);
  }

  /**
   * Lets time pass until a task is settled. Returns what it resolves with.
   * @param limit ms of virtual time after which it fails
   * @throws Error if nothing more will happen, or the limit is reached; what the task rejects with
   */
  async run<T>(task: () => Promise<T>, limit = Number.POSITIVE_INFINITY): Promise<T> {
    if (Simulation.#current !== null) throw new Error("another simulation runs");
    Simulation.#current = this;
    try {
      return await this.#runUntilSettled(task(), this.#now + limit);
    } finally {
      // Node's own objects keep the sockets of a living process in memory, and with them the whole run.
      for (const process of this.#processes) process.kill();
      Simulation.#current = null;
    }
  }

  #runUntilSettled<T>(task: Promise<T>, end: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (call: () => void) => {
        isSettled = true;
        call();
      };
      task.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
      let idle = 0;
      let waiting = 0;
      let second = { ends: this.#now, steps: 0 };
      const turn = (): void => {
        waiting -= 1;
        if (isSettled) return;
        try {
          if (this.#step()) idle = 0;
          else if ((idle += 1) > MOST_IDLE_TURNS)
            throw new Error(`nothing more will happen at ${this.#now} ms`);
          if (this.#now >= second.ends) second = { ends: this.#now + 1_000, steps: this.steps };
          if (this.steps - second.steps > MOST_STEPS)
            throw new Error(`${MOST_STEPS} events in less than a second at ${this.#now} ms`);
          if (this.#now > end) throw new Error(`not done by ${end} ms`);
        } catch (error) {
          return settle(() => reject(error));
        }
        if (waiting === 0) begin();
      };
      const begin = (): void => {
        waiting = idle === 0 ? EVENTS_IN_ROUND : 1;
        for (let i = 0; i < waiting; i += 1) real.setImmediate(turn);
      };
      begin();
    });
  }

  /** Lets the next event happen. Returns whether there was one. */
  #step(): boolean {
    for (let event = this.#queue.pop(); event !== undefined; event = this.#queue.pop()) {
      const { process } = event;
      if (event.isCancelled || process?.isDead === true) continue;
      if (process !== null && process.frozenUntil > event.at) {
        event.at = process.frozenUntil;
        this.#queue.push(event);
        continue;
      }
      this.#now = event.at;
      this.steps += 1;
      this.trace = (Math.imul(this.trace, 31) + Math.round(event.at * 1000) + (process?.number ?? 0)) | 0;
      if (process === null) event.call();
      else Simulation.runIn(process, event.call);
      return true;
    }
    return false;
  }
}
