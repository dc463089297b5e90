import { type ChatLine, type ChatPage, LIMITS, type Reaction } from "@flower-war/protocol";
import { readChatText } from "@flower-war/protocol/server";
import { TokenBucket } from "@flower-war/protocol/ports";
import type { StoredLine } from "../chat/chat-store.ts";
import { networkOf } from "@flower-war/protocol/sockets";
import { distinctName } from "../names/distinct-name.ts";
import { requireName } from "../names/name-rules.ts";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { LiveCore } from "./live-core.ts";
import { seatOf } from "./seats/client-auth.ts";

/** ms for which the lines stay in memory after they were read or added to. */
const CACHE_TIME = 10_000;
/** Senders whose rates are known. */
const MOST_SENDERS = 1_000;
/** Attempts to append a line while another process appends some too: it lost the match a moment ago. */
const ATTEMPTS = 3;

/** The sender of a line. */
export interface Sender {
  /** `null`: a spectator. */
  readonly seat: string | null;
  /** Where they come from. */
  readonly address: string;
  /** The name that a spectator chose. */
  readonly name: string | undefined;
}

/** A line that is said. */
type Said = { readonly text: string } | { readonly reaction: Reaction };

/**
 * The chat of one table. Players do not see what spectators say while the match is played. It has a queue of its own, and
 * its lines are read at the first request: a silent table costs nothing.
 */
export class MatchChat {
  readonly #core: Pick<LiveCore, "room" | "match" | "services">;
  readonly #queue = new Queue();
  readonly #rates = new Map<string, TokenBucket>();
  /** All lines; `null`: they are to be read. */
  #lines: StoredLine[] | null = null;
  /** The number of the last line that was shown; `null`: none was. */
  #shown: number | null = null;
  #cancelClear: Cancel = () => {};

  constructor(core: Pick<LiveCore, "room" | "match" | "services">) {
    this.#core = core;
  }

  /**
   * Says something. Resolves with the line's number when it is durable and shown; a repeated id gets the first answer.
   * @throws `RefusalError` with `silent`, `text-missing`, `text-too-long`, `too-many-lines` with `wait`, `chat-full`,
   *   `unavailable`, or for a spectator's name as `requireName`
   */
  async say(sender: Sender, id: string, said: Said): Promise<number> {
    if (this.#core.match.plan.silent) throw refuse("silent");
    const named = this.#nameSender(sender);
    const repeated = this.#find(this.#lines ?? [], named.sender, id);
    if (repeated) return repeated.n;
    // First: reading a text costs half a millisecond at worst.
    this.#requirePatience(sender);
    const content = this.#readContent(said);
    return this.#queue.run(() => this.#append({ ...named, ...content, id }));
  }

  /**
   * Returns the next page.
   * @param isPlayer players do not see all that spectators say
   * @throws `RefusalError` with `unavailable`
   */
  async readPage(isPlayer: boolean, after: number): Promise<ChatPage> {
    if (this.#core.match.plan.silent) return { lines: [], more: false };
    const all = this.#lines ?? (await this.#queue.run(() => this.#read()));
    this.#keepForAWhile();
    const later = all.filter(({ n, hidden }) => n > after && !(isPlayer && hidden)).map(publicLine);
    const lines: ChatLine[] = [];
    let bytes = 0;
    for (const line of later.slice(0, LIMITS.logPage.entries)) {
      bytes += Buffer.byteLength(JSON.stringify(line));
      if (lines.length > 0 && bytes > LIMITS.logPage.bytes) break;
      lines.push(line);
    }
    return { lines, more: lines.length < later.length };
  }

  #nameSender({ seat, name }: Sender): Pick<StoredLine, "seat" | "name" | "sender"> {
    const { seats } = this.#core.match;
    if (seat !== null) return { seat, name: seats.nameOf(seat), sender: seat };
    if (name === undefined) throw refuse("bad-request", { field: "name" });
    const distinct = distinctName(
      requireName(name, this.#core.services.wordFilter),
      seats.taken.map((taken) => seats.nameOf(taken)),
    );
    return { seat, name: distinct, sender: `/${distinct}` };
  }

  #readContent(said: Said): Pick<StoredLine, "text" | "reaction"> {
    if ("reaction" in said) return { text: "", reaction: said.reaction };
    const { text, fault } = readChatText(said.text);
    if (fault !== undefined) {
      throw refuse(fault === "missing" ? "text-missing" : "text-too-long", { field: "text" });
    }
    return { text: this.#core.services.wordFilter.mask(text), reaction: "" };
  }

  /** Limits how fast a seat talks, and how fast the spectators of one address do. */
  #requirePatience({ seat, address }: Sender): void {
    const key = seat ?? `/${networkOf(address)}`;
    const { perSecond, burst } = LIMITS.talk;
    const rate = this.#rates.get(key) ?? new TokenBucket(this.#core.services.time, perSecond, burst);
    this.#rates.delete(key);
    this.#rates.set(key, rate);
    if (this.#rates.size > MOST_SENDERS) this.#rates.delete(this.#rates.keys().next().value ?? "");
    const wait = rate.take();
    if (wait > 0) throw refuse("too-many-lines", { wait });
  }

  async #append(line: Omit<StoredLine, "n" | "at" | "hidden">): Promise<number> {
    const { match, services } = this.#core;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const lines = this.#lines ?? (await this.#read());
      const repeated = this.#find(lines, line.sender, line.id);
      if (repeated) return repeated.n;
      if (lines.length >= LIMITS.chat.lines) throw refuse("chat-full");
      const stored: StoredLine = {
        ...line,
        n: (lines.at(-1)?.n ?? 0) + 1,
        at: services.time.now(),
        hidden: line.seat === null && match.state.status === "playing",
      };
      // Until it is known what is stored, nothing is.
      this.#lines = null;
      if (!(await services.chat.append(match.plan.match, stored))) continue;
      this.#lines = [...lines, stored];
      this.#keepForAWhile();
      this.#show(stored);
      return stored.n;
    }
    throw refuse("unavailable");
  }

  /** Reads all lines, and shows those that were stored though that was not known. */
  async #read(): Promise<StoredLine[]> {
    const lines = await this.#core.services.chat.read(this.#core.match.plan.match);
    this.#lines = lines;
    this.#shown ??= lines.at(-1)?.n ?? 0;
    for (const line of lines) if (line.n > this.#shown) this.#show(line);
    this.#keepForAWhile();
    return lines;
  }

  /** Sends a line to all clients that may see it. */
  #show(line: StoredLine): void {
    this.#shown = line.n;
    for (const client of this.#core.room.clients) {
      if (!line.hidden || seatOf(client) === null) client.send("chat", publicLine(line));
    }
  }

  #find(lines: readonly StoredLine[], sender: string, id: string): StoredLine | undefined {
    return lines.find((line) => line.sender === sender && line.id === id);
  }

  #keepForAWhile(): void {
    this.#cancelClear();
    const clear = () => void this.#queue.run(async () => (this.#lines = null));
    this.#cancelClear = this.#core.services.time.after(CACHE_TIME, clear, { background: true });
  }
}

function publicLine({ n, at, seat, name, text, reaction }: StoredLine): ChatLine {
  return { n, at, seat, name, text, reaction };
}
