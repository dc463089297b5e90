import type { Time } from "../../src/time.ts";

interface Call {
  readonly when: number;
  readonly call: () => void;
}

/** Time that passes when the test says so. */
export class FakeTime implements Time {
  #now = 1_800_000_000_000;
  readonly #calls = new Set<Call>();
  readonly #standstills = new Set<(ms: number) => void>();

  readonly now = (): number => this.#now;

  callAt(when: number, call: () => void): () => void {
    const waiting = { when, call };
    this.#calls.add(waiting);
    return () => this.#calls.delete(waiting);
  }

  onStandstill(call: (ms: number) => void): () => void {
    this.#standstills.add(call);
    return () => this.#standstills.delete(call);
  }

  /** What is waited for. */
  get pending(): number {
    return this.#calls.size;
  }

  /** Lets time pass; each call comes at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#first(end); next; next = this.#first(end)) {
      this.#now = Math.max(this.#now, next.when);
      this.#ring(next);
    }
    this.#now = end;
  }

  /** Lets time pass while the process stands still: all calls that were due come late, at its end. */
  standStill(ms: number): void {
    this.#now += ms;
    for (const call of this.#standstills) call(ms);
    for (let next = this.#first(this.#now); next; next = this.#first(this.#now)) this.#ring(next);
  }

  #ring(waiting: Call): void {
    this.#calls.delete(waiting);
    waiting.call();
  }

  #first(end: number): Call | undefined {
    return [...this.#calls].filter(({ when }) => when <= end).sort((a, b) => a.when - b.when)[0];
  }
}
