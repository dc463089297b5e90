import type { Match } from "@flower-war/client-sdk";
import type { GameFace } from "../games/face.ts";

/** One sentence of the log. */
export interface LogLine {
  /** Rises by 1 a line. */
  readonly key: number;
  /** The number of the match's entry that it belongs to. */
  readonly n: number;
  /** The event's type, or `gap` where the page missed entries. */
  readonly kind: string;
  readonly words: string;
}

/** Lines kept; older ones are dropped. */
const LENGTH = 500;

/** What happened in a match since the page came in, in words. A store in the sense of `useSyncExternalStore`. */
export class MatchLog {
  #lines: readonly LogLine[] = [];
  #written = 0;
  #n: number;
  readonly #listeners = new Set<() => void>();

  /** Listens as long as the match lives. */
  constructor(match: Match, face: GameFace) {
    this.#n = match.state.n;
    match.on("event", (event, { n }) => {
      if (n > this.#n + 1)
        this.#write(n, "gap", `Entries ${this.#n + 1} to ${n - 1} were missed by this page.`);
      this.#n = n;
      this.#write(n, event.type, face.eventWords(event));
    });
  }

  readonly lines = (): readonly LogLine[] => this.#lines;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #write(n: number, kind: string, words: string): void {
    this.#written += 1;
    this.#lines = [...this.#lines, { key: this.#written, n, kind, words }].slice(-LENGTH);
    for (const listener of this.#listeners) listener();
  }
}
