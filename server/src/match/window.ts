/**
 * Names the windows in which beads are taken (temple protocol section 3, `mark`): `<match>.<n>`, n being the entry with
 * which the window opened or closed. Replayed from the journal the names come out the same, and none comes twice.
 */
export class Window {
  readonly #match: string;
  #seat: string | null = null;
  #n = 0;

  constructor(match: string) {
    this.#match = match;
  }

  get mark(): string {
    return `${this.#match}.${this.#n}`;
  }

  /**
   * Says who may sacrifice after an entry.
   * @param seat `null`: nobody
   */
  after(n: number, seat: string | null): void {
    if (seat === this.#seat) return;
    this.#seat = seat;
    this.#n = n;
  }
}
