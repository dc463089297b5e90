import type { Time } from "@flower-war/protocol/ports";

/** ms by which the wall clock jumps when the machine slept, in which its monotonic clock may have stood still. */
const JUMP = 1_000;

/** Estimates the server's time by its answers: half of the way is taken as the way back. What is done to the machine's wall clock does not matter. */
export class ServerClock {
  readonly #time: Time;
  /** ms that the server's clock is ahead of this machine's monotonic one; `null`: it has never said its time. */
  #ahead: number | null = null;
  /** ms that this machine's wall clock was ahead of its monotonic one when the server was asked last. */
  #wall: number;

  constructor(time: Time) {
    this.#time = time;
    this.#wall = this.#wallAhead;
  }

  /** Whether the server has said its time, or is being asked. */
  get isKnown(): boolean {
    return this.#ahead !== null;
  }

  /** Whether the estimate may be wrong: the machine may have slept since the server was asked. */
  get isDoubtful(): boolean {
    return this.isKnown && Math.abs(this.#wallAhead - this.#wall) >= JUMP;
  }

  /** The server's time now, ms since 1970; this machine's until the server has said it. */
  now(): number {
    return this.#time.monotonic() + (this.#ahead ?? this.#wallAhead);
  }

  /** Asks. Rejects as `ask`; then the last estimate stands. @param ask resolves with the server's time, ms since 1970 */
  async measure(ask: () => Promise<{ readonly now: number }>): Promise<void> {
    this.#wall = this.#wallAhead;
    const sent = this.#time.monotonic();
    const { now } = await ask();
    this.#ahead = now - (sent + this.#time.monotonic()) / 2;
  }

  /** Asks for the first time. If that fails, the time is unknown as before. @param ask as in `measure` */
  begin(ask: () => Promise<{ readonly now: number }>): void {
    this.#ahead = this.#wallAhead;
    this.measure(ask).catch(() => {
      this.#ahead = null;
    });
  }

  get #wallAhead(): number {
    return this.#time.now() - this.#time.monotonic();
  }
}
