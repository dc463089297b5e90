import type { Time } from "@flower-war/protocol/ports";

/** Estimates the server's time by its answers: half of the way is taken as the way back. */
export class ServerClock {
  readonly #time: Time;
  /** ms that the server's clock is ahead of this machine's; `null`: it has never said its time. */
  #ahead: number | null = null;

  constructor(time: Time) {
    this.#time = time;
  }

  /** Whether the server has said its time, or is being asked. */
  get isKnown(): boolean {
    return this.#ahead !== null;
  }

  /** The server's time now, ms since 1970; this machine's until the server has said it. */
  now(): number {
    return this.#time.now() + (this.#ahead ?? 0);
  }

  /** Asks. Rejects as `ask`; then the last estimate stands. @param ask resolves with the server's time, ms since 1970 */
  async measure(ask: () => Promise<{ readonly now: number }>): Promise<void> {
    const sent = this.#time.now();
    const { now } = await ask();
    this.#ahead = now - (sent + this.#time.now()) / 2;
  }

  /** Asks for the first time. If that fails, the time is unknown as before. @param ask as in `measure` */
  begin(ask: () => Promise<{ readonly now: number }>): void {
    this.#ahead = 0;
    this.measure(ask).catch(() => {
      this.#ahead = null;
    });
  }
}
