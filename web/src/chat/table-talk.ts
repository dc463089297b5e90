import type { ChatLine, GameName, Match, Reaction } from "@flower-war/client-sdk";
import { tabStorage } from "../base/storage.ts";

/** What was said at a table, as far as this page knows. */
export interface Talk {
  /** In order. */
  readonly lines: readonly ChatLine[];
  /** Whether what was said before is known. */
  readonly past: "reading" | "read" | "failed";
  /** The number of the last line that was there when the page came: what follows is news. */
  readonly cameAt: number;
  /** The number of the last line that the viewer has seen. */
  readonly seen: number;
}

const EMPTY: Talk = { lines: [], past: "reading", cameAt: 0, seen: 0 };

/** Follows the chat of one match for all parts of the page that show it. */
export class TableTalk {
  readonly #match: Match;
  readonly #listeners = new Set<() => void>();
  #talk: Talk;

  constructor(match: Match) {
    this.#match = match;
    this.#talk = { ...EMPTY, seen: Number(tabStorage.read(seenKey(match)) ?? 0) };
    match.on("chat", () => void this.read());
    match.on("resumed", () => void this.read());
    void this.read();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Talk => this.#talk;

  /** Reads what is not known yet, again after it failed. */
  async read(): Promise<void> {
    try {
      const lines = await this.#match.chat();
      const cameAt = this.#talk.past === "read" ? this.#talk.cameAt : lastOf(lines);
      this.#set({ lines, cameAt, past: "read" });
    } catch {
      if (this.#talk.past !== "read") this.#set({ past: "failed" });
    }
  }

  /** The viewer sees all lines now. */
  markSeen(): void {
    const last = lastOf(this.#talk.lines);
    if (last <= this.#talk.seen) return;
    tabStorage.write(seenKey(this.#match), String(last));
    this.#set({ seen: last });
  }

  async say(text: string): Promise<void> {
    await this.#match.say(text);
  }

  async react(reaction: Reaction): Promise<void> {
    await this.#match.react(reaction);
  }

  #set(changes: Partial<Talk>): void {
    this.#talk = { ...this.#talk, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const lastOf = (lines: readonly ChatLine[]): number => lines.at(-1)?.n ?? 0;
const seenKey = ({ id }: Match): string => `flower-war/chat-seen/${id}`;

const talks = new WeakMap<object, TableTalk>();

/** Returns the chat of a match, the same for all who ask. */
export function talkOf<G extends GameName>(match: Match<G>): TableTalk {
  const known = talks.get(match);
  if (known !== undefined) return known;
  const talk = new TableTalk(match);
  talks.set(match, talk);
  return talk;
}
