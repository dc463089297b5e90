import { type Random, systemTime } from "@flower-war/protocol/ports";
import { type ServerTime, steadyTime } from "../../../server/src/time.ts";
import { Simulation } from "./simulation.ts";
import { START } from "./start.ts";
import type { Closable, ProcessState, Resettable, RunInContext } from "./types.ts";

/** A process of the simulated world: code with timers and sockets of its own, which can be killed, frozen or have a wrong clock. */
export class SimulatedProcess implements ProcessState {
  readonly name: string;
  /** Of the simulation's processes, from 1. */
  readonly number: number;
  /** The address under which it listens, and from which it connects. */
  readonly address: string;
  readonly simulation: Simulation;
  readonly context: RunInContext = Simulation.contextOf(this);
  isDead = false;
  readonly #end = Promise.withResolvers<void>();
  /** Until when it stands still, ms of virtual time. */
  frozenUntil = 0;
  /** ms by which its wall clock is ahead. */
  skew = 0;
  readonly sockets = new Set<Resettable>();
  readonly servers = new Set<Closable>();
  readonly random: Random;
  /** The ports of code in this process. What reads the clock without them is given the same times. */
  readonly time: ServerTime;
  readonly #standstills = new Set<(ms: number) => void>();
  /** ms for which it stood still without having noticed. */
  #unnoticed = 0;

  constructor(name: string, address: string, simulation: Simulation) {
    this.name = name;
    this.number = simulation.enrol(this);
    this.address = address;
    this.simulation = simulation;
    const random = simulation.chanceOf(`process ${this.number}`);
    this.random = {
      bytes: (count) => {
        const bytes = new Uint8Array(count);
        for (let i = 0; i < count; i += 1) bytes[i] = random.below(256);
        return bytes;
      },
      fraction: () => random.fraction(),
    };
    this.time = {
      ...systemTime,
      steady: steadyTime(systemTime, () => {
        this.noticeStandstill();
        return Math.floor(START + simulation.now);
      }),
      onStandstill: (call) => {
        this.#standstills.add(call);
        return () => this.#standstills.delete(call);
      },
    };
  }

  /** Resolves when it was killed. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Runs code as this process. */
  run<T>(work: () => T): T {
    return Simulation.runIn(this, work);
  }

  /** Ends it at once: nothing that it would do afterwards has an effect. Its sockets are closed by its machine. */
  kill(): void {
    this.isDead = true;
    this.#end.resolve();
    for (const server of this.servers) server.close();
    for (const socket of this.sockets) {
      socket.reset();
      socket.letGo();
    }
    this.servers.clear();
    this.sockets.clear();
  }

  /** Stands still for so many ms. */
  freeze(ms: number): void {
    this.frozenUntil = Math.max(this.frozenUntil, this.simulation.now + ms);
    this.#unnoticed += ms;
  }

  /** Tells who listens that it stood still, if it did. Called before anything else happens in it. */
  noticeStandstill(): void {
    const ms = this.#unnoticed;
    this.#unnoticed = 0;
    if (ms > 0) for (const call of this.#standstills) call(ms);
  }
}
