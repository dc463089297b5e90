import type { ChatLine, ChatPage } from "@flower-war/protocol";

/** Requests the page after line number `after`. */
export type RequestChatPage = (after: number) => Promise<ChatPage>;

/** Reads a match's chat page by page, and remembers it: only new lines are requested again. */
export class ChatReader {
  readonly #request: RequestChatPage;
  readonly #known = new Map<number, ChatLine>();
  #sorted: readonly ChatLine[] | null = null;
  /** The number of the last line before which none is missing. */
  #readTo = 0;
  /** Whether nothing was missed since the last reading. */
  #isComplete = false;
  #reading: Promise<void> | null = null;

  constructor(request: RequestChatPage) {
    this.#request = request;
  }

  /** Adds a line that the server sent. Returns `false` if it is known. */
  add(line: ChatLine): boolean {
    if (this.#known.has(line.n)) return false;
    this.#known.set(line.n, line);
    this.#sorted = null;
    if (this.#isComplete) this.#readTo = line.n;
    return true;
  }

  /** Lines may have been missed: the next reading requests them. */
  noteDrop(): void {
    this.#isComplete = false;
  }

  /** Returns all lines so far, in order; the same array until there are more. Rejects with a `Refusal`. */
  async read(): Promise<readonly ChatLine[]> {
    if (!this.#isComplete) {
      await (this.#reading ??= this.#readOn().finally(() => {
        this.#reading = null;
      }));
    }
    this.#sorted ??= [...this.#known.values()].sort((one, other) => one.n - other.n);
    return this.#sorted;
  }

  async #readOn(): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.#request(this.#readTo);
      for (const line of page.lines) {
        this.add(line);
        this.#readTo = line.n;
      }
      more = page.more;
    }
    this.#readTo = Math.max(this.#readTo, ...this.#known.keys());
    this.#isComplete = true;
  }
}
