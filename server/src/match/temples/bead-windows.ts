/**
 * Names the windows in which beads are accepted (temple protocol section 3, `mark`): `<match>.<n>`, where n is the entry
 * with which the window opened or closed. Restoring a match from its journal gives the same names, and none occurs twice.
 */
export class BeadWindows {
  readonly #match: string;
  #seat: string | null = null;
  #n = 0;

  constructor(match: string) {
    this.#match = match;
  }

  /** The name of the current window. */
  get mark(): string {
    return `${this.#match}.${this.#n}`;
  }

  /**
   * Starts another window if another seat may sacrifice after entry `n`.
   * @param seat `null`: no seat may
   */
  update(n: number, seat: string | null): void {
    if (seat === this.#seat) return;
    this.#seat = seat;
    this.#n = n;
  }
}
