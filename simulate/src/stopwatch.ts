import type { Awaiting, GameTypes } from "@flower-war/rules";

/** Measures how long a match would take people. Seats that are awaited at the same time decide at the same time. */
export class Stopwatch {
  readonly #pace: { readonly [decision: string]: number };
  /** When each awaited seat began with its decision, in seconds. */
  #began = new Map<string, number>();
  #seconds = 0;

  /** @param pace seconds for each kind of decision */
  constructor(pace: { readonly [decision: string]: number }) {
    this.#pace = pace;
  }

  /** How long the match has lasted. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Lets the first of the awaited seats make its decision. */
  decide(awaiting: readonly Awaiting<GameTypes>[]): void {
    const [first] = awaiting;
    if (first === undefined) return;
    this.#began = new Map(awaiting.map(({ seat }) => [seat, this.#began.get(seat) ?? this.#seconds]));
    const began = this.#began.get(first.seat) ?? this.#seconds;
    this.#seconds = Math.max(this.#seconds, began + (this.#pace[first.decision] ?? 0));
    this.#began.delete(first.seat);
  }
}
