import { type Challenge, type PlainMatch, parseEntry } from "@flower-war/protocol";
import type { PlainTable } from "@flower-war/protocol/server";
import type { GameTypes, RecordEntry } from "@flower-war/rules";
import type { Time } from "../../time.ts";
import type { Match } from "../match.ts";
import type { DelayedCrowd } from "../outbound/delayed-crowd.ts";
import { redactEntry } from "../outbound/entries.ts";
import type { EntryLog } from "../outbound/entry-log.ts";
import { describeMatch, describeTable, describeView } from "./plain-match.ts";
import type { StreamClient } from "./stream-client.ts";

interface FeedPorts {
  readonly entryLog: EntryLog<GameTypes>;
  readonly challenges: () => readonly Challenge[];
  readonly time: Pick<Time, "now" | "nextTurn">;
  /** `null`: spectators see the match at once. */
  readonly delayed: DelayedCrowd | null;
}

/** A stream, and the seat of who reads it; `null`: they have none. */
type Reader = readonly [client: StreamClient, seat: string | null];

/** Sends a match's events to its streams. Streams with the same view share one text, encoded once; without streams nothing is encoded. */
export class Feed {
  readonly #match: Match;
  readonly #ports: FeedPorts;
  readonly #streams = new Map<StreamClient, string | null>();
  /** The fields of `PlainTable` that all streams know, as JSON. */
  #told = new Map<string, string>();

  constructor(match: Match, ports: FeedPorts) {
    this.#match = match;
    this.#ports = ports;
    ports.delayed?.onLine((line, n) => {
      for (const [client, viewer] of this.#streams) if (viewer === null) client.write(line, n);
    });
  }

  /** Returns the match as one viewer is shown it now. @param seat `null`: the public view */
  describe(seat: string | null): PlainMatch {
    const { delayed } = this.#ports;
    return seat === null && delayed?.isOn ? delayed.shown : this.describeNow(seat);
  }

  /** Returns the match as it is now. @param seat `null`: the public view */
  describeNow(seat: string | null): PlainMatch {
    const match = this.#match;
    return {
      ...describeMatch(match, seat, this.#ports.time.now()),
      ...this.#describeTable(),
      ...describeView(match, seat),
    };
  }

  /**
   * Begins to tell a stream: the whole match, then the entries after number `after`, then what happens. Rejects if these entries
   * cannot be read.
   * @param after `null`: only entries from now on
   */
  async add(client: StreamClient, seat: string | null, after: number | null): Promise<void> {
    if (client.isOver) return;
    const shown = this.describe(seat);
    const { n } = shown;
    const isBehind = after !== null && after < n;
    if (this.#streams.size === 0 && this.#ports.delayed === null) this.#told = this.#readTable();
    this.#streams.set(client, seat);
    client.begin(JSON.stringify({ type: "match", ...shown }), isBehind ? null : n);
    if (isBehind) await this.#tellPast(client, seat, after, n);
    client.goLive();
  }

  /** Tells a client nothing more, if it reads a stream. */
  remove(client: object): void {
    this.#streams.delete(client as StreamClient);
  }

  /** Tells a message of the room. @param withGuests whether spectators are told, too */
  tell(type: string, payload: object, withGuests: boolean): void {
    for (const [client, viewer] of this.#streams)
      if (withGuests || viewer !== null) client.send(type, payload);
  }

  /** Whether events have to be sent at all: delayed ones are collected when they happen. */
  get #isIdle(): boolean {
    return this.#streams.size === 0 && this.#ports.delayed === null;
  }

  /** Sends an entry and its changes. */
  tellEntry(entry: RecordEntry<GameTypes>): void {
    if (this.#isIdle) return;
    const { n, seat } = entry;
    const changes = this.#takeChanges();
    if (!changes.has("awaiting")) changes.set("awaiting", this.#told.get("awaiting") ?? "[]");
    const clocks = this.#told.get("clocks");
    if (clocks !== undefined && clocks !== "null") changes.set("clocks", clocks);
    const changed = format(changes);
    this.#tellEach((viewer) => {
      const events = redactEntry(this.#match.game, entry, viewer ?? "public");
      const head = JSON.stringify({ type: "entry", n, seat, events, ...describeView(this.#match, viewer) });
      return `${head.slice(0, -1)},${changed}}`;
    }, n);
  }

  /** Sends changes without an entry. */
  tellChanges(): void {
    if (this.#isIdle) return;
    const changes = this.#takeChanges();
    if (changes.size === 0) return;
    const changed = format(changes);
    if (!changes.has("status")) return this.#tellEach(() => `{"type":"change",${changed}}`, null);
    // It has begun, or was ended by agreement.
    this.#tellEach((viewer) => {
      const view = JSON.stringify(describeView(this.#match, viewer));
      return `{"type":"change",${changed},${view.slice(1)}`;
    }, null);
  }

  /** @param format formats the line for a viewer */
  #tellEach(formatFor: (viewer: string | null) => string, n: number | null): void {
    const { delayed } = this.#ports;
    const texts = new Map<string | null, string>();
    if (delayed?.isOn) delayed.tellLine(formatFor(null), n);
    for (const [client, viewer] of this.#streams as Iterable<Reader>) {
      if (viewer === null && delayed?.isOn) continue;
      const text = texts.get(viewer) ?? formatFor(viewer);
      texts.set(viewer, text);
      client.write(text, n);
    }
  }

  async #tellPast(client: StreamClient, seat: string | null, from: number, n: number): Promise<void> {
    const { game } = this.#match.plan;
    for (let after = from; after < n && !client.isOver; ) {
      const { entries } = await this.#ports.entryLog.readPage(seat ?? "public", after, n);
      for (const [at, ...packed] of entries) {
        const entry = parseEntry(game, packed);
        client.writePast(JSON.stringify({ type: "entry", ...entry, at }), entry.n);
      }
      after += entries.length;
      // The pages are in memory mostly: a long past would else hold up every match of the process.
      await this.#ports.time.nextTurn();
    }
  }

  /** Returns the fields that have changed since streams were told last, as JSON. */
  #takeChanges(): Map<string, string> {
    const before = this.#told;
    this.#told = this.#readTable();
    return new Map([...this.#told].filter(([name, json]) => before.get(name) !== json));
  }

  #readTable(): Map<string, string> {
    return new Map(
      Object.entries(this.#describeTable()).map(([name, value]) => [name, JSON.stringify(value)]),
    );
  }

  #describeTable(): PlainTable {
    return describeTable(this.#match, this.#ports.challenges());
  }
}

/** Formats fields as the inside of a JSON object. */
function format(fields: ReadonlyMap<string, string>): string {
  return [...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",");
}
