import type { Time } from "@flower-war/client-sdk";

/** Words that are said in a minute at most: about as many as a screen reader says. */
export const WORDS_A_MINUTE = 200;

/** Words that may be said at once after a silence. All others come at the rate that is left of a minute. */
const BURST = 50;
const WORDS_A_MS = (WORDS_A_MINUTE - BURST) / 60_000;

/** ms for which a turn waits until it can be said in more words. */
const PATIENCE = 4_000;

/** What is said of a turn. */
export interface TurnSummary {
  /** Which turn it is, and whose. */
  readonly title: string;
  /** What happened to the viewer in it, else how it ended. */
  readonly lines: readonly string[];
}

interface SpokenTurnsOptions {
  readonly time: Pick<Time, "monotonic" | "after">;
  /** Says that so many turns have passed. */
  readonly count: (turns: number) => string;
  readonly say: (text: string) => void;
}

/**
 * Says turns that are over, each once, in at most `WORDS_A_MINUTE`. Turns that come faster are said together and in fewer words: first
 * all in full, then the earlier ones by their titles, at last by their number.
 */
export class SpokenTurns {
  readonly #options: SpokenTurnsOptions;
  readonly #waiting: TurnSummary[] = [];
  #waitingSince = 0;
  /** Words that may be said now. */
  #allowance = BURST;
  #countedAt: number;
  #cancel: (() => void) | null = null;

  constructor(options: SpokenTurnsOptions) {
    this.#options = options;
    this.#countedAt = options.time.monotonic();
  }

  /** Says a turn, at once or later. */
  add(turn: TurnSummary): void {
    if (this.#waiting.length === 0) this.#waitingSince = this.#options.time.monotonic();
    this.#waiting.push(turn);
    if (this.#cancel === null) this.#say();
  }

  /** Drops what was not said yet. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting.length = 0;
  }

  #say(): void {
    const { time, say } = this.#options;
    this.#cancel = null;
    const now = time.monotonic();
    this.#allowance = Math.min(BURST, this.#allowance + (now - this.#countedAt) * WORDS_A_MS);
    this.#countedAt = now;
    const texts = this.#texts();
    const isPatient = now - this.#waitingSince < PATIENCE;
    const text = (isPatient ? texts.slice(0, 1) : texts).find((each) => wordsIn(each) <= this.#allowance);
    if (text === undefined) {
      const until = (words: number) =>
        words > BURST ? Number.POSITIVE_INFINITY : (words - this.#allowance) / WORDS_A_MS;
      const wait = isPatient
        ? Math.min(PATIENCE - (now - this.#waitingSince), until(wordsIn(texts[0] ?? "")))
        : Math.min(...texts.map((each) => until(wordsIn(each))));
      this.#cancel = time.after(Math.max(1, Math.ceil(wait)), () => this.#say());
      return;
    }
    this.#allowance -= wordsIn(text);
    this.#waiting.length = 0;
    say(text);
  }

  /** What can be said of the turns that wait, in ever fewer words. */
  #texts(): readonly string[] {
    const full = this.#waiting.map(({ title, lines }) =>
      lines.length === 0 ? `${title}.` : `${title}: ${lines.join(" ")}`,
    );
    const titles = this.#waiting.map(({ title }) => `${title}.`);
    const last = full.at(-1) ?? "";
    const { count } = this.#options;
    return [
      full.join(" "),
      [...titles.slice(0, -1), last].join(" "),
      titles.join(" "),
      `${count(this.#waiting.length)} ${titles.at(-1)}`,
    ];
  }
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
