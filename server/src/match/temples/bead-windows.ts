/** A window that is over: a seat could sacrifice in it. */
export interface ClosedWindow {
  readonly mark: string;
  readonly seat: string;
  /** ms of the match's clock */
  readonly at: number;
}

/**
 * Names the windows in which beads are accepted (temple protocol section 3, `mark`): `<match>.<n>`, where n is the entry
 * with which the window opened or closed. Restoring a match from its journal gives the same names, and none occurs twice.
 */
export class BeadWindows {
  readonly #match: string;
  readonly #now: () => number;
  #seat: string | null = null;
  #n = 0;
  #closed: ClosedWindow | null = null;

  /** @param now the match's clock, in ms */
  constructor(match: string, now: () => number) {
    this.#match = match;
    this.#now = now;
  }

  /** The name of the current window. */
  get mark(): string {
    return `${this.#match}.${this.#n}`;
  }

  /** The window that closed last; `null`: none did. */
  get closed(): ClosedWindow | null {
    return this.#closed;
  }

  /**
   * Starts another window if another seat may sacrifice after entry `n`.
   * @param seat `null`: no seat may
   */
  update(n: number, seat: string | null): void {
    if (seat === this.#seat) return;
    if (this.#seat !== null) this.#closed = { mark: this.mark, seat: this.#seat, at: this.#now() };
    this.#seat = seat;
    this.#n = n;
  }
}
