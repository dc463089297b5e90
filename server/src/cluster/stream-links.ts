import type { Presence } from "@colyseus/core";
import type { Ports } from "../ports.ts";
import { newId } from "../random.ts";
import type { Cancel } from "../time.ts";

/** Where the lines of a stream go: the process whose HTTP server writes them, and the stream's id there. */
export interface StreamAddress {
  readonly process: string;
  readonly id: string;
}

/** The end of a stream at the client's side. */
export interface StreamReader {
  /** @param n the number of the entry that it tells of; `null`: it is none to resume after */
  line(text: string, n: number | null): void;
  /** Ends the stream. @param text the last line; `null`: lines were lost, or the process that wrote them */
  end(text: string | null): void;
}

/** The end of a stream at the room's side. */
export interface StreamWriter {
  line(text: string, n: number | null): void;
  end(text: string): void;
}

export interface StreamLinksPorts extends Ports {
  readonly presence: Presence;
  readonly processId: string;
  /** Whether a process works. */
  readonly isAlive: (processId: string) => Promise<boolean>;
}

/** ms between two looks whether the processes at the other ends still work. */
const CHECK_INTERVAL = 3_000;
/** Checks between two comparisons of written and arrived messages. */
const COMPARE_EVERY = 5;
/** ms after which a stream ends whose reader's process does not ask for it any more. */
const FORGOTTEN = 60_000;

/** A message between processes about streams. Each process has a topic of its own. */
type News =
  /** A line of one or several streams, each with how many it had before and with this one. */
  | {
      readonly type: "line";
      readonly to: readonly Counted[];
      readonly text: string;
      readonly n: number | null;
    }
  | { readonly type: "end"; readonly to: readonly Counted[]; readonly text: string }
  /** The reader's process tells that its client is gone. */
  | { readonly type: "gone"; readonly id: string }
  /** The reader's process tells that these streams go on. The writer's process answers with `sent`. */
  | { readonly type: "keep"; readonly from: string; readonly ids: readonly string[] }
  /** How many lines were written to each; missing: unknown here. */
  | {
      readonly type: "sent";
      readonly asked: readonly string[];
      readonly lines: Readonly<Record<string, number>>;
    };

/** A stream's id, and the number of the line, from 1. */
type Counted = readonly [id: string, seq: number];

/** Lines for one process that are not sent yet; of consecutive ones with the same text the text is sent once. */
type Outbox = { readonly to: Counted[]; readonly text: string; readonly n: number | null }[];

interface Reading {
  readonly reader: StreamReader;
  /** The process that writes it; `null`: not known yet. */
  owner: string | null;
  /** Number of lines that have arrived. */
  lines: number;
}

interface Writing {
  readonly to: string;
  readonly gone: () => void;
  lines: number;
  /** When its reader was heard of last, by the monotonic clock. */
  keptAt: number;
}

/**
 * Leads lines from the room of a match to the HTTP server that a client has asked for them, in whichever processes both are: directly in
 * one process, over presence between two. Lines arrive in order and once, or the stream ends: each is counted, for presence may lose
 * some while Redis is away, and processes may die.
 */
export class StreamLinks {
  readonly #ports: StreamLinksPorts;
  readonly #reading = new Map<string, Reading>();
  readonly #writing = new Map<string, Writing>();
  /** Outboxes by process. */
  readonly #outboxes = new Map<string, Outbox>();
  #checks = 0;
  #cancel: Cancel | null = null;

  constructor(ports: StreamLinksPorts) {
    this.#ports = ports;
  }

  /** Starts to hear what other processes tell. */
  async open(): Promise<void> {
    await this.#ports.presence.subscribe(topicOf(this.#ports.processId), (news: News) => this.#hear(news));
  }

  /** Number of streams whose clients are connected here. */
  get size(): number {
    return this.#reading.size;
  }

  /** Opens the client's end of a stream. */
  read(reader: StreamReader): StreamAddress {
    const id = newId(this.#ports.random);
    this.#reading.set(id, { reader, owner: null, lines: 0 });
    return { process: this.#ports.processId, id };
  }

  /** Notes which process writes a stream. */
  follow(id: string, owner: string): void {
    const reading = this.#reading.get(id);
    if (!reading) return this.#send(owner, { type: "gone", id });
    reading.owner = owner;
    if (owner !== this.#ports.processId) this.#watch();
  }

  /** Closes the client's end: the client is gone. */
  stopReading(id: string): void {
    const reading = this.#reading.get(id);
    if (!reading || !this.#reading.delete(id)) return;
    if (reading.owner !== null) this.#send(reading.owner, { type: "gone", id });
    else this.#hear({ type: "gone", id });
  }

  /** Opens the room's end. @param gone called once if the client is gone before the end */
  write({ process, id }: StreamAddress, gone: () => void): StreamWriter {
    const writing: Writing = { to: process, gone, lines: 0, keptAt: this.#ports.time.monotonic() };
    this.#writing.set(id, writing);
    if (process !== this.#ports.processId) this.#watch();
    const next = () => (writing.lines += 1);
    return {
      line: (text, n) => {
        if (this.#writing.has(id)) this.#write(process, [id, next()], text, n);
      },
      end: (text) => {
        if (this.#writing.delete(id)) this.#send(process, { type: "end", to: [[id, next()]], text });
      },
    };
  }

  /** Ends all streams whose clients are connected here, as if their writers were lost. */
  close(): void {
    for (const id of this.#reading.keys()) this.#lose(id);
    this.#cancel?.();
    this.#cancel = null;
  }

  #write(process: string, to: Counted, text: string, n: number | null): void {
    if (process === this.#ports.processId) return this.#hear({ type: "line", to: [to], text, n });
    const outbox = this.#outboxes.get(process) ?? [];
    const last = outbox.at(-1);
    if (last?.text === text && last.n === n) last.to.push(to);
    else outbox.push({ to: [to], text, n });
    if (this.#outboxes.has(process)) return;
    this.#outboxes.set(process, outbox);
    // When the room has told all of its streams.
    queueMicrotask(() => this.#flush(process));
  }

  #flush(process: string): void {
    const outbox = this.#outboxes.get(process) ?? [];
    this.#outboxes.delete(process);
    for (const line of outbox)
      this.#ports.presence.publish(topicOf(process), { type: "line", ...line } satisfies News);
  }

  #send(process: string, news: News): void {
    if (process === this.#ports.processId) return this.#hear(news);
    this.#flush(process);
    this.#ports.presence.publish(topicOf(process), news);
  }

  #hear(news: News): void {
    switch (news.type) {
      case "line":
      case "end":
        return this.#arrive(news);
      case "gone":
        return this.#forget(news.id);
      case "keep":
        return this.#keep(news.from, news.ids);
      case "sent":
        for (const id of news.asked) {
          const reading = this.#reading.get(id);
          if (reading && reading.lines !== news.lines[id]) this.#lose(id);
        }
    }
  }

  #arrive(news: Extract<News, { type: "line" | "end" }>): void {
    for (const [id, seq] of news.to) {
      const reading = this.#reading.get(id);
      if (!reading) continue;
      reading.lines += 1;
      if (reading.lines !== seq) this.#lose(id);
      else if (news.type === "line") reading.reader.line(news.text, news.n);
      else {
        this.#reading.delete(id);
        reading.reader.end(news.text);
      }
    }
  }

  #lose(id: string): void {
    const reading = this.#reading.get(id);
    if (!reading) return;
    this.stopReading(id);
    reading.reader.end(null);
  }

  #forget(id: string): void {
    const writing = this.#writing.get(id);
    if (writing && this.#writing.delete(id)) writing.gone();
  }

  #keep(from: string, ids: readonly string[]): void {
    const lines: Record<string, number> = {};
    for (const id of ids) {
      const writing = this.#writing.get(id);
      if (!writing) continue;
      writing.keptAt = this.#ports.time.monotonic();
      lines[id] = writing.lines;
    }
    this.#send(from, { type: "sent", asked: ids, lines });
  }

  #watch(): void {
    this.#cancel ??= this.#ports.time.every(CHECK_INTERVAL, () => this.#check(), { background: true });
  }

  #check(): void {
    const { processId, time, log } = this.#ports;
    this.#checks += 1;
    const owned = Map.groupBy(this.#reading, ([, { owner }]) => owner ?? processId);
    const remote = [...owned].filter(([owner]) => owner !== processId);
    const readers = new Set([...this.#writing.values()].map(({ to }) => to));
    readers.delete(processId);
    if (remote.length === 0 && readers.size === 0) {
      this.#cancel?.();
      this.#cancel = null;
      return;
    }
    for (const [id, { to, keptAt }] of this.#writing) {
      if (to !== processId && time.monotonic() - keptAt > FORGOTTEN) this.#forget(id);
    }
    for (const [owner, streams] of remote) {
      const ids = streams.map(([id]) => id);
      this.#unlessAlive(owner, () => ids.forEach((id) => this.#lose(id)));
      if (this.#checks % COMPARE_EVERY === 0) this.#send(owner, { type: "keep", from: processId, ids });
    }
    for (const reader of readers) {
      this.#unlessAlive(reader, () => {
        log.info({ processId: reader }, "streams of a lost process closed");
        for (const [id, { to }] of this.#writing) if (to === reader) this.#forget(id);
      });
    }
  }

  #unlessAlive(process: string, act: () => void): void {
    this.#ports.isAlive(process).then(
      (isAlive) => isAlive || act(),
      () => undefined, // Redis is away: it is not known
    );
  }
}

function topicOf(process: string): string {
  return `streams:${process}`;
}
