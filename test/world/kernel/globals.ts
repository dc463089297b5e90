import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import { real } from "./real.ts";
import { START } from "./start.ts";
import { Simulation } from "./simulation.ts";
import type { CancelEvent } from "./types.ts";

/** A timer of virtual time, as Node's `Timeout`. */
class VirtualTimer {
  readonly #call: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  #cancel: CancelEvent = () => {};

  constructor(call: () => void, ms: number, repeats: boolean) {
    this.#call = call;
    this.#ms = repeats ? Math.max(1, ms) : ms;
    this.#repeats = repeats;
    this.#start();
  }

  #start(): void {
    if (Simulation.process?.isDead === true) return;
    this.#cancel = Simulation.current.add(this.#ms, Simulation.process, () => {
      if (this.#repeats) this.#start();
      this.#call();
    });
  }

  refresh(): this {
    this.#cancel();
    this.#start();
    return this;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}

type AnyCall = (...args: unknown[]) => void;

const wallClock = (): number =>
  Simulation.isRunning
    ? Math.floor(START + Simulation.current.now + (Simulation.process?.skew ?? 0))
    : real.Date.now();

/** `Date` by the clock of the running process. */
class VirtualDate extends real.Date {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(wallClock());
    else super(...(args as [number]));
  }

  static override now(): number {
    return wallClock();
  }
}

function timerOf(repeats: boolean) {
  return (call: AnyCall, ms?: number, ...args: unknown[]): unknown => {
    if (!Simulation.isRunning && Simulation.process === null)
      return (repeats ? real.setInterval : real.setTimeout)(call, ms, ...args);
    const delay = Number(ms) >= 1 ? Number(ms) : 1;
    return new VirtualTimer(args.length === 0 ? call : () => call(...args), delay, repeats);
  };
}

const clearOf =
  (clear: (timer: never) => void) =>
  (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.close();
    else clear(timer as never);
  };

function setImmediate(call: AnyCall, ...args: unknown[]): unknown {
  if (!Simulation.isRunning && Simulation.process === null) return real.setImmediate(call, ...args);
  return new VirtualTimer(() => call(...args), 0, false);
}

/** Gives all code of this process the time of the simulation that runs, whether or not it takes its time from a port. */
export function replaceClocks(): void {
  const replaced = {
    setTimeout: timerOf(false),
    setInterval: timerOf(true),
    setImmediate,
    clearTimeout: clearOf(real.clearTimeout),
    clearInterval: clearOf(real.clearInterval),
    clearImmediate: clearOf(real.clearImmediate),
  };
  // Without it Colyseus' client takes `ws`, whose sockets are Node's.
  Object.assign(globalThis, replaced, { Date: VirtualDate, WebSocket: undefined });
  Object.assign(timers, replaced);
  syncBuiltinESMExports();
  Object.defineProperty(performance, "now", {
    value: () => (Simulation.isRunning ? Simulation.current.now : real.now()),
  });
}
