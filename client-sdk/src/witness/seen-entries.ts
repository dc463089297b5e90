import {
  type CommandAnswer,
  formatEntry,
  type LogPage,
  parseEntry,
  type WireEntry,
} from "@flower-war/protocol";
import { canonical, type SeenEntry } from "@flower-war/rules/witness";

/** The part of a match that `SeenEntries` uses. */
export interface EntryPorts {
  readonly game: string;
  /** Returns the viewer's seat; `null`: none. */
  readonly seat: () => string | null;
  /** Returns the commands that the rules accept from the seat now, as they read them. */
  readonly legal: () => readonly object[];
  /** The log has to be read up to this entry; `isUrgent`: it has not come, else only whether it is the viewer's own is unknown. */
  readonly ask: (n: number, isUrgent: boolean) => void;
  /** Takes the next entry. */
  readonly add: (entry: SeenEntry, isLive: boolean) => void;
  /** The next entry has something that this version does not know: none follows. */
  readonly end: (n: number) => void;
}

interface Told {
  readonly wire: WireEntry;
  /** The command, if a client of the viewer's seat sent it. */
  readonly command?: object;
}

/**
 * Puts what a viewer is shown in order: entries that come live, pages of the log, and the answers to its own commands, which say
 * which entries are its own client's.
 */
export class SeenEntries {
  readonly #ports: EntryPorts;
  /** The number of the next entry; `null`: the chain has not begun. */
  #next: number | null = null;
  /** The number of the last entry that the match is known to have. */
  #last = 0;
  /** Entries by number. */
  readonly #live = new Map<number, WireEntry>();
  readonly #told = new Map<number, Told>();
  readonly #sent = new Map<number, object>();
  /** Own commands without an answer. */
  #unanswered = 0;

  constructor(ports: EntryPorts) {
    this.#ports = ports;
  }

  /** Begins after entry `n`, or goes on from there. */
  begin(n: number): void {
    this.#next = n + 1;
    for (const entries of [this.#live, this.#told, this.#sent]) {
      for (const known of entries.keys()) if (known <= n) entries.delete(known);
    }
    this.advance();
  }

  /** Takes an entry that has just happened. */
  addLive(wire: WireEntry): void {
    if (this.#isPast(wire[0])) return;
    this.#live.set(wire[0], wire);
    this.expect(wire[0]);
  }

  /** Takes a page of the log. */
  addPage({ entries, own = [] }: LogPage): void {
    const commands = new Map(own);
    for (const [, ...wire] of entries) {
      const command = commands.get(wire[0]);
      if (!this.#isPast(wire[0]))
        this.#told.set(wire[0], command === undefined ? { wire } : { wire, command });
    }
    this.advance();
  }

  /** Notes a command that this client has sent. */
  addCommand(command: object, answer: Promise<CommandAnswer>): void {
    // Another one the rules may read otherwise than it was sent: then the log says how.
    const read = this.#asRead(command);
    this.#unanswered += 1;
    const answered = (n: number | null) => {
      this.#unanswered -= 1;
      if (n !== null && read !== null && !this.#isPast(n)) this.#sent.set(n, read);
      this.advance();
    };
    answer.then(
      ({ n }) => answered(n),
      () => answered(null),
    );
  }

  /** The match has entries up to this one: those that do not come live are asked for. */
  expect(n: number): void {
    this.#last = Math.max(this.#last, n);
    this.advance();
  }

  /** Hands on all entries that are complete. */
  advance(): void {
    for (let n = this.#next; n !== null && n <= this.#last; n = this.#next) {
      const [live, told] = [this.#live.get(n), this.#told.get(n)];
      const wire = live ?? told?.wire;
      if (wire === undefined) return this.#ports.ask(n, true);
      let command = told?.command;
      if (wire[1] === this.#ports.seat() && told === undefined) {
        command = this.#sent.get(n);
        if (command === undefined && this.#unanswered > 0) return;
        // It was played for the seat, or sent by an earlier client of it.
        if (command === undefined) return this.#ports.ask(n, false);
      }
      const entry = readWhole(this.#ports.game, wire);
      for (const entries of [this.#live, this.#told, this.#sent]) entries.delete(n);
      this.#next = entry === null ? null : n + 1;
      if (entry === null) return this.#ports.end(n);
      this.#ports.add(command === undefined ? entry : { ...entry, command }, live !== undefined);
    }
  }

  #isPast(n: number): boolean {
    return this.#next !== null && n < this.#next;
  }

  /** Returns a command as the rules read it; `null` if that is not certain. */
  #asRead(command: object): object | null {
    try {
      const text = canonical(command);
      const type: unknown = Reflect.get(command, "type");
      const known = this.#ports
        .legal()
        .some((each) => Reflect.get(each, "type") === type && canonical(each) === text);
      return known ? JSON.parse(text) : null;
    } catch {
      return null;
    }
  }
}

/** A word of the wire format that this version does not know stays one control character. */
const UNKNOWN_WORD = /"\\(?:u00[01][0-9a-f]|[bfnrt])"/;

/** Unpacks an entry; `null`: it has an event, a field or a word that this version does not know. */
function readWhole(game: string, wire: WireEntry): SeenEntry | null {
  const entry = parseEntry(game, wire);
  if (UNKNOWN_WORD.test(JSON.stringify(entry.events))) return null;
  return JSON.stringify(formatEntry(game, entry)) === JSON.stringify(wire) ? entry : null;
}
