import { type ChatLine, type ChatPage, LIMITS, type Reaction } from "@flower-war/protocol";
import { TokenBucket } from "@flower-war/protocol/ports";
import { readChatText } from "@flower-war/protocol/server";
import type { StoredLine } from "../chat/chat-store.ts";
import { requireName } from "../names/name-rules.ts";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { NamedPerson } from "./gathering/host.ts";
import type { LiveCore } from "./live-core.ts";
import type { Barrable } from "./seats/barred.ts";
import { type MatchClient, requireMayTalk, seatOf } from "./seats/client-auth.ts";
import type { Spectators } from "./spectators.ts";

/** ms for which the lines stay in memory after they were read or added to. */
const CACHE_TIME = 10_000;
/** The most senders whose rates are kept, and spectators' lines whose authors are kept. */
const MOST_SENDERS = 1_000;
/** Attempts to append a line while another process appends some too: it lost the match a moment ago. */
const ATTEMPTS = 3;

/** The sender of a line. */
export interface Sender {
  readonly client: Pick<MatchClient, "auth">;
  /** The name that a spectator chose. */
  readonly name: string | undefined;
}

/** How many lines in a second, and how many at once. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A line that is said. */
type Said = { readonly text: string } | { readonly reaction: Reaction };

/**
 * The chat of one table. Players do not see what spectators say while the match is played. It has a queue of its own, and
 * its lines are read at the first request: a silent table costs nothing.
 */
export class MatchChat {
  readonly #core: Pick<LiveCore, "room" | "match" | "services" | "delayed">;
  readonly #queue = new Queue();
  readonly #spectators: Spectators;
  /** How fast each seat may talk, and in slow mode each spectators' network. */
  readonly #rates = new Map<string, TokenBucket>();
  /** Who said the last lines of spectators, by their numbers. Forgotten with the process. */
  readonly #speakers = new Map<number, NamedPerson>();
  /** All lines; `null`: they are to be read. */
  #lines: StoredLine[] | null = null;
  /** The number of the last line that was shown; `null`: none was. */
  #shown: number | null = null;
  #cancelClear: Cancel = () => {};

  constructor(core: Pick<LiveCore, "room" | "match" | "services" | "delayed">, spectators: Spectators) {
    this.#core = core;
    this.#spectators = spectators;
  }

  /**
   * Says something. Resolves with the line's number when it is durable and shown; a repeated id gets the first answer.
   * @throws `RefusalError` with `missing-scope`, `silent`, `text-missing`, `text-too-long`, `too-many-lines` with `wait`, `chat-full`,
   *   `unavailable`, or for a spectator also with `silenced`, `not-watching` or as `requireName`
   */
  async say({ client, name }: Sender, id: string, said: Said): Promise<number> {
    requireMayTalk(client);
    if (this.#core.match.plan.silent) throw refuse("silent");
    const seat = seatOf(client);
    return seat === null ? this.#sayAsSpectator(client, name, id, said) : this.#sayAsPlayer(seat, id, said);
  }

  /** Requires that a spectator watches. @throws `RefusalError` with `not-watching` */
  requireWatching(client: Sender["client"]): void {
    this.#spectators.identify(client);
  }

  async #sayAsPlayer(seat: string, id: string, said: Said): Promise<number> {
    const named = { seat, name: this.#core.match.seats.nameOf(seat), sender: seat };
    const repeated = this.#find(await this.#readAll(), seat, id);
    if (repeated) return repeated.n;
    // First: reading a text costs half a millisecond at worst.
    requireToken(this.#rateOf(seat, LIMITS.talk));
    return this.#unlessSlow(seat, () => {
      const content = this.#readContent(said);
      return this.#queue.run(() => this.#append({ ...named, ...content, id }));
    });
  }

  /** Returns the spectator who said a line. @throws `RefusalError` with `unknown-speaker` */
  spectatorOf(n: number): NamedPerson {
    const spectator = this.#speakers.get(n);
    if (!spectator) throw refuse("unknown-speaker", { field: "n" });
    return spectator;
  }

  /** Requires that the host lets a spectator talk. @throws `RefusalError` with `silenced` */
  #requireVoice(who: Barrable): void {
    const { policy, barred } = this.#core.match;
    if (policy.quiet || barred.has("silenced", who)) throw refuse("silenced");
  }

  #noteSpeaker(n: number, speaker: NamedPerson): void {
    this.#speakers.set(n, speaker);
    if (this.#speakers.size > MOST_SENDERS) this.#speakers.delete(this.#speakers.keys().next().value ?? 0);
  }

  async #sayAsSpectator(
    client: Sender["client"],
    name: string | undefined,
    id: string,
    said: Said,
  ): Promise<number> {
    const { match, services } = this.#core;
    const spectator = this.#spectators.identify(client);
    const who: Barrable = client.auth?.seat === null ? client.auth : { player: null, address: "" };
    this.#requireVoice(who);
    if (name === undefined) throw refuse("bad-request", { field: "name" });
    const wanted = requireName(name, services.wordFilter);
    const nameNow = () => {
      const { seats } = match;
      const seated = seats.taken.map((seat) => seats.nameOf(seat));
      return this.#spectators.nameFor(spectator, wanted, seated);
    };
    const repeated = this.#find(await this.#readAll(), `/${nameNow()}`, id);
    if (repeated) return repeated.n;
    return this.#unlessSlow(`/${spectator.network}`, async () => {
      await services.quotas.count("say-as-spectator", {
        address: who.address,
        match: match.plan.match,
      });
      const content = this.#readContent(said);
      return this.#queue.run(async () => {
        // Another one may have spoken with this name meanwhile.
        const named = nameNow();
        const n = await this.#append({ seat: null, name: named, sender: `/${named}`, ...content, id });
        this.#spectators.noteSpoken(spectator, named);
        this.#noteSpeaker(n, { ...who, name: named });
        return n;
      });
    });
  }

  /**
   * Returns the next page.
   * @param reader players do not see all lines of spectators, spectators may see lines late, and operators see all
   * @throws `RefusalError` with `unavailable`
   */
  async readPage(reader: "player" | "spectator" | "operator", after: number): Promise<ChatPage> {
    if (this.#core.match.plan.silent) return { lines: [], more: false };
    const all = await this.#readAll();
    this.#keepForAWhile();
    const isShown = ({ hidden, at }: StoredLine) =>
      reader === "operator" || (reader === "player" ? !hidden : this.#isShownToSpectators(at));
    const later = all.filter((line) => line.n > after && isShown(line)).map(publicLine);
    const lines: ChatLine[] = [];
    let bytes = 0;
    for (const line of later.slice(0, LIMITS.logPage.entries)) {
      bytes += Buffer.byteLength(JSON.stringify(line));
      if (lines.length > 0 && bytes > LIMITS.logPage.bytes) break;
      lines.push(line);
    }
    return { lines, more: lines.length < later.length };
  }

  /** Whether spectators see a line of this time by now. @param at ms since 1970 */
  #isShownToSpectators(at: number): boolean {
    const { match, delayed } = this.#core;
    return at < (match.begun?.at ?? Number.POSITIVE_INFINITY) || delayed === null || delayed.isDue(at);
  }

  #readContent(said: Said): Pick<StoredLine, "text" | "reaction"> {
    if ("reaction" in said) return { text: "", reaction: said.reaction };
    const { text, fault } = readChatText(said.text);
    if (fault !== undefined) {
      throw refuse(fault === "missing" ? "text-missing" : "text-too-long", { field: "text" });
    }
    return { text: this.#core.services.wordFilter.mask(text), reaction: "" };
  }

  /**
   * Says a line in slow mode only so often, and in no other mode less often. A line that is refused takes no time.
   * @param sender a seat, or a spectator's network
   */
  async #unlessSlow(sender: string, say: () => Promise<number>): Promise<number> {
    const { slow } = this.#core.match.policy;
    if (slow === 0) return say();
    const rate = this.#rateOf(sender, { perSecond: 1 / slow, burst: 1 });
    requireToken(rate);
    try {
      return await say();
    } catch (error) {
      rate.giveBack();
      throw error;
    }
  }

  #rateOf(sender: string, allowed: Rate): TokenBucket {
    const key = `${allowed.perSecond} ${sender}`;
    const rate = this.#rates.get(key) ?? new TokenBucket(this.#core.services.time, allowed);
    this.#rates.delete(key);
    this.#rates.set(key, rate);
    if (this.#rates.size > MOST_SENDERS) this.#rates.delete(this.#rates.keys().next().value ?? "");
    return rate;
  }

  /** Notes that a player has moved to another seat: they may talk there no sooner. */
  moveSender(seat: string, to: string): void {
    for (const [key, rate] of this.#rates) {
      const [pace, sender] = key.split(" ");
      if (sender === seat) this.#rates.set(`${pace} ${to}`, rate);
      if (sender === seat) this.#rates.delete(key);
    }
  }

  async #append(line: Omit<StoredLine, "n" | "at" | "hidden">): Promise<number> {
    const { match, services } = this.#core;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const lines = this.#lines ?? (await this.#read());
      const repeated = this.#find(lines, line.sender, line.id);
      if (repeated) return repeated.n;
      if (isFullFor(line, lines)) throw refuse("chat-full");
      const stored: StoredLine = {
        ...line,
        n: (lines.at(-1)?.n ?? 0) + 1,
        at: services.time.now(),
        hidden: line.seat === null && match.state.status === "playing",
      };
      // Nothing is stored until the stored lines are known.
      this.#lines = null;
      if (!(await services.chat.append(match.plan.match, stored))) continue;
      this.#lines = [...lines, stored];
      this.#keepForAWhile();
      this.#show(stored);
      return stored.n;
    }
    throw refuse("unavailable");
  }

  /** Returns all lines, once those that are being said are stored. */
  async #readAll(): Promise<readonly StoredLine[]> {
    return this.#lines ?? this.#queue.run(async () => this.#lines ?? this.#read());
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
    const { room, delayed } = this.#core;
    const isLate = delayed?.isOn === true;
    for (const client of room.clients) {
      const isGuest = seatOf(client) === null;
      if (isGuest ? !isLate : !line.hidden) client.send("chat", publicLine(line));
    }
    if (isLate) delayed?.tell("chat", publicLine(line));
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

/** @throws `RefusalError` with `too-many-lines` and the wait */
function requireToken(rate: TokenBucket): void {
  const wait = rate.take();
  if (wait > 0) throw refuse("too-many-lines", { wait });
}

function publicLine({ n, at, seat, name, text, reaction }: StoredLine): ChatLine {
  return { n, at, seat, name, text, reaction };
}

/** Whether a match takes no more lines of a sender. What spectators say leaves players the rest. */
function isFullFor({ seat }: Pick<StoredLine, "seat">, lines: readonly StoredLine[]): boolean {
  if (lines.length >= LIMITS.chat.lines) return true;
  return seat === null && lines.filter((line) => line.seat === null).length >= LIMITS.chat.spectators;
}
