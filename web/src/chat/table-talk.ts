import { type ChatLine, type GameName, isPlayer, type Match } from "@flower-war/client-sdk";
import { tabStorage } from "../base/storage.ts";
import { Store } from "../base/store.ts";
import { keyOf, type Speaker } from "./muted.ts";
import { type Mutes, useMutes } from "./mutes.ts";

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
class TableTalk {
  readonly #match: Match;
  readonly #talk: Store<Talk>;

  constructor(match: Match) {
    this.#match = match;
    this.#talk = new Store({ ...EMPTY, seen: Number(tabStorage.read(seenKey(match)) ?? 0) });
    match.on("chat", () => void this.read());
    match.on("resumed", () => void this.read());
    void this.read();
  }

  readonly use = (): Talk => this.#talk.use();

  /** Reads what is not known yet, again after it failed. */
  async read(): Promise<void> {
    try {
      const lines = await this.#match.chat();
      const { past, cameAt: before } = this.#talk.get();
      const cameAt = past === "read" ? before : lastOf(lines);
      this.#set({ lines, cameAt, past: "read" });
    } catch {
      if (this.#talk.get().past !== "read") this.#set({ past: "failed" });
    }
  }

  /** The viewer sees all lines now. */
  markSeen(): void {
    const { lines, seen } = this.#talk.get();
    const last = lastOf(lines);
    if (last <= seen) return;
    tabStorage.write(seenKey(this.#match), String(last));
    this.#set({ seen: last });
  }

  #set(changes: Partial<Talk>): void {
    this.#talk.set({ ...this.#talk.get(), ...changes });
  }
}

const lastOf = (lines: readonly ChatLine[]): number => lines.at(-1)?.n ?? 0;
const seenKey = ({ id }: Match): string => `flower-war/chat-seen/${id}`;

const talks = new WeakMap<object, TableTalk>();

/** Returns the chat of a match, the same for all who ask. */
function talkOf<G extends GameName>(match: Match<G>): TableTalk {
  const known = talks.get(match);
  if (known !== undefined) return known;
  const talk = new TableTalk(match);
  talks.set(match, talk);
  return talk;
}

/** A line, and which player said it. */
export type HeardLine = ChatLine & Speaker;

export interface HeardTalk extends Omit<Talk, "seen" | "lines"> {
  readonly talk: TableTalk;
  readonly mutes: Mutes;
  /** In order, without those of people whom the viewer muted. */
  readonly lines: readonly HeardLine[];
  /** The people whom the viewer muted, of those who said something. */
  readonly muted: readonly Speaker[];
  /** How many lines of others the viewer has not seen. */
  readonly unread: number;
  readonly isOwn: (line: ChatLine) => boolean;
}

/** Returns what is said at a table, as the viewer wants to hear it. */
export function useTalk<G extends GameName>(match: Match<G>): HeardTalk {
  const talk = talkOf(match);
  const { lines: all, past, cameAt, seen } = talk.use();
  const mutes = useMutes(match);
  const known = all.map((line) => ({ ...line, player: playerOf(match, line) }));
  const isOwn = (line: ChatLine) => line.seat !== null && line.seat === match.seat;
  const silenced = known.filter((line) => !isOwn(line) && mutes.isMuted(line));
  const lines = known.filter((line) => !silenced.includes(line));
  const muted = [...new Map(silenced.map((line) => [keyOf(line), line])).values()];
  const unread = lines.filter((line) => line.n > seen && !isOwn(line)).length;
  return { talk, mutes, lines, muted, past, cameAt, unread, isOwn };
}

/** Returns the id of the player who said a line. They may have moved to another seat, but a name is at a table once. */
function playerOf<G extends GameName>({ seats }: Match<G>, { seat, name }: ChatLine): string {
  if (seat === null) return "";
  return seats.find((person) => isPlayer(person.kind) && person.name === name)?.player ?? "";
}
