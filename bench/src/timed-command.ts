import type { CommandTiming } from "./subject.ts";

/** The part of a client that a `TimedCommand` uses. */
export interface Receiver {
  /** Bytes received so far. */
  readonly received: number;
}

/** Measures one command, from its creation until it is acknowledged and shown to all clients of the match. */
export class TimedCommand {
  readonly #begun = performance.now();
  readonly #done = Promise.withResolvers<CommandTiming>();
  readonly #clients: readonly Receiver[];
  readonly #receivedBefore: readonly number[];
  /** Clients that were not shown it yet. */
  #unshown: number;
  #acknowledged: number | null = null;
  #shown = 0;

  /** @param clients all clients of the match */
  constructor(clients: readonly Receiver[]) {
    this.#clients = clients;
    this.#receivedBefore = clients.map(({ received }) => received);
    this.#unshown = clients.length;
  }

  /** Resolves when the command is acknowledged and shown to all. */
  get timing(): Promise<CommandTiming> {
    return this.#done.promise;
  }

  markAcknowledged(): void {
    this.#acknowledged ??= performance.now() - this.#begun;
    this.#finish();
  }

  /** Notes that one more client was shown the command. */
  markShown(): void {
    this.#unshown -= 1;
    if (this.#unshown === 0) this.#shown = performance.now() - this.#begun;
    this.#finish();
  }

  #finish(): void {
    if (this.#unshown > 0 || this.#acknowledged === null) return;
    const bytes = this.#clients.map(({ received }, i) => received - (this.#receivedBefore[i] ?? 0));
    this.#done.resolve({ at: this.#begun, acknowledged: this.#acknowledged, shown: this.#shown, bytes });
  }
}
