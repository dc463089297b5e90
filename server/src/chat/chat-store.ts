import type { ChatLine } from "@flower-war/protocol";

/** A line as it is stored. */
export interface StoredLine extends ChatLine {
  /** The owner of `id`: the seat, or for a spectator `/` and the name. */
  readonly sender: string;
  /** The sender's name for it, unique for the sender. */
  readonly id: string;
  /** Whether players do not see it: a spectator said it while they played. */
  readonly hidden: boolean;
}

/** Stores what is said in matches, for as long as the match's record. */
export interface ChatStore {
  /** Returns all lines of a match, in order. @throws `RefusalError` with `unavailable` */
  read(match: string): Promise<StoredLine[]>;
  /**
   * Appends a line. Resolves when it is durable; with `false` if there is a line of this number, or of this sender and id.
   * @throws `RefusalError` with `unavailable`: then the line may have been stored
   */
  append(match: string, line: StoredLine): Promise<boolean>;
}

/** Stores nothing on disk. */
export class MemoryChatStore implements ChatStore {
  readonly #lines = new Map<string, StoredLine[]>();

  async read(match: string): Promise<StoredLine[]> {
    return [...(this.#lines.get(match) ?? [])];
  }

  async append(match: string, line: StoredLine): Promise<boolean> {
    const lines = this.#lines.get(match) ?? [];
    if (lines.some(({ n, sender, id }) => n === line.n || (sender === line.sender && id === line.id)))
      return false;
    this.#lines.set(match, [...lines, line]);
    return true;
  }
}
