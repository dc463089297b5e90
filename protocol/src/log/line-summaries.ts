import type { Cancel, Time } from "../ports/index.ts";

/** ms for which lines of one kind are summed up. */
const WINDOW = 60_000;

/** Kinds of one group that have lines of their own in a minute; those beyond share one. */
const MAX_KINDS = 20;

/** Different values of a field that are counted. */
const MAX_DISTINCT = 1_000;

/** Fields whose different values are counted, and the field of a summary that has their number. */
const DISTINCT = { address: "addresses", temple: "temples", match: "matches", player: "players" } as const;

export interface Line {
  readonly fields: object;
  /** Writes a line of this level and logger with these fields. */
  readonly write: (fields: object) => void;
}

/** The common fields of lines that are summed up together. */
export interface LineKind {
  /** Level and message. */
  readonly group: string;
  /** The field that tells kinds of a group apart: a code, a place. */
  readonly kind: string;
  /** Lines that are written in a minute, a summary among them. */
  readonly most: number;
}

/** The lines of one kind in the current minute. */
interface Window {
  written: number;
  /** Lines since the last written one. */
  held: number;
  latest: Line | null;
  readonly distinct: Map<string, Set<unknown>>;
  cancel: Cancel;
}

/**
 * Sums up lines that repeat: the first ones of a kind in a minute are written at once, the others as one line at the minute's end.
 * A summary has the fields of the latest line, `times`, how many lines it stands for, and how many different addresses,
 * temples, matches and players these named (at most 1,000 of each are counted). No line is left out of `times`.
 */
export class LineSummaries {
  readonly #time: Time;
  readonly #groups = new Map<string, Map<string, Window>>();

  constructor(time: Time) {
    this.#time = time;
  }

  /** Counts a line. Returns whether it is to be written now; otherwise a summary will count it. */
  admit({ group, kind, most }: LineKind, line: Line): boolean {
    const kinds = this.#kindsOf(group);
    const name = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : REST;
    const window = kinds.get(name) ?? this.#open(kinds, group, name, most);
    if (window.written < most) {
      window.written += 1;
      return true;
    }
    hold(window, line);
    return false;
  }

  /** Writes the summaries of all lines that have not been written yet. */
  flush(): void {
    for (const kinds of this.#groups.values()) {
      for (const window of kinds.values()) {
        window.cancel();
        writeSummary(window);
      }
    }
    this.#groups.clear();
  }

  #kindsOf(group: string): Map<string, Window> {
    const known = this.#groups.get(group);
    if (known) return known;
    const kinds = new Map<string, Window>();
    this.#groups.set(group, kinds);
    return kinds;
  }

  #open(kinds: Map<string, Window>, group: string, name: string, most: number): Window {
    const window: Window = { written: 0, held: 0, latest: null, distinct: new Map(), cancel: () => {} };
    kinds.set(name, window);
    this.#startMinute(window, () => this.#close(group, name));
    // Beyond the kinds that have lines of their own nothing is written at once.
    if (name === REST) window.written = most;
    return window;
  }

  #startMinute(window: Window, close: () => void): void {
    const end = (): void => {
      if (window.held === 0) return close();
      writeSummary(window);
      window.written = 1;
      this.#startMinute(window, close);
    };
    window.cancel = this.#time.after(WINDOW, end, { background: true });
  }

  #close(group: string, name: string): void {
    const kinds = this.#groups.get(group);
    kinds?.delete(name);
    if (kinds?.size === 0) this.#groups.delete(group);
  }
}

/** The name of what the kinds beyond `MAX_KINDS` share; no code or place is named so. */
const REST = "\0rest";

function hold(window: Window, line: Line): void {
  window.held += 1;
  window.latest = line;
  const fields = line.fields as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(DISTINCT)) {
    const value = fields[name];
    if (typeof value !== "string") continue;
    const values = window.distinct.get(name) ?? new Set();
    if (values.size < MAX_DISTINCT) values.add(value);
    window.distinct.set(name, values);
  }
}

function writeSummary(window: Window): void {
  const { held, latest, distinct } = window;
  if (latest === null) return;
  const counts = Object.entries(DISTINCT).flatMap(([name, counted]) => {
    const values = distinct.get(name);
    return values ? [[counted, values.size]] : [];
  });
  latest.write({ ...latest.fields, times: held, ...Object.fromEntries(counts) });
  window.held = 0;
  window.latest = null;
  distinct.clear();
}
