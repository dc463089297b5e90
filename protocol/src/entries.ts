/*
 * The wire format of entries (docs/protocol.md, *Entries*): an event is a list, the number of its type and its fields in
 * order, and the game's commonest words are one character each.
 */
import type { EventCode } from "./games/event-code.ts";
import { EVENT_CODES } from "./games/event-codes.ts";

/** One accepted command's events, as a viewer may see them. */
export interface Entry {
  /** The entry's number in the match, from 1. */
  readonly n: number;
  /** The seat whose command it was. */
  readonly seat: string;
  readonly events: readonly { readonly type: string }[];
}

/** The message `entry`: its number, the seat whose command it was, its events. */
export type WireEntry = readonly [n: number, seat: string, ...events: unknown[]];

/** An entry of the log: when it was made, ms since 1970 by the server's clock; then as in the message `entry`. */
export type LoggedEntry = readonly [at: number, ...WireEntry];

type Event = Entry["events"][number];

/** Packs an entry. @param game whose events these are; events of a game without a code travel as they are */
export function formatEntry(game: string, { n, seat, events }: Entry): WireEntry {
  const codec = CODECS.get(game);
  return [n, seat, ...events.map((event) => codec?.format(event) ?? event)];
}

/** Unpacks an entry. Events of types that this version does not know, and what is no event to it, are left out. */
export function parseEntry(game: string, [n, seat, ...packed]: WireEntry): Entry {
  const codec = CODECS.get(game);
  const events = packed.map((event) => (Array.isArray(event) ? codec?.parse(event) : event));
  return { n, seat, events: events.filter(isEvent) };
}

const isEvent = (value: unknown): value is Event =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The character code of the first word. */
const FIRST_WORD = 1;

interface Field {
  readonly name: string;
  /** May be missing: then it travels as `null`, or not at all where nothing follows. */
  readonly optional: boolean;
}

class EventCodec {
  readonly #shapes: readonly { readonly type: string; readonly fields: readonly Field[] }[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #words: readonly string[];
  readonly #characters: ReadonlyMap<string, string>;

  constructor({ fields, words }: EventCode) {
    this.#shapes = Object.entries(fields).map(([type, names]) => ({
      type,
      fields: names.map(parseField),
    }));
    this.#numbers = new Map(this.#shapes.map(({ type }, number) => [type, number]));
    this.#words = words;
    this.#characters = new Map(words.map((word, i) => [word, String.fromCharCode(FIRST_WORD + i)]));
  }

  /** `undefined`: the code has no such type. */
  format(event: Event): readonly unknown[] | undefined {
    const number = this.#numbers.get(event.type);
    const shape = this.#shapes[number ?? -1];
    if (number === undefined || shape === undefined) return undefined;
    const values = event as { readonly [name: string]: unknown };
    const list: unknown[] = [number];
    for (const { name } of shape.fields) list.push(this.#shorten(values[name] ?? null));
    for (let last = shape.fields.length; last > 0 && shape.fields[last - 1]?.optional; last--) {
      if (list[last] !== null) break;
      list.pop();
    }
    return list;
  }

  /** `undefined`: there is no such type. */
  parse([number, ...values]: readonly unknown[]): Event | undefined {
    const shape = this.#shapes[Number(number)];
    if (shape === undefined) return undefined;
    const event: { type: string; [name: string]: unknown } = { type: shape.type };
    shape.fields.forEach(({ name, optional }, i) => {
      const value = values[i] ?? null;
      if (value !== null || !optional) event[name] = this.#expand(value);
    });
    return event;
  }

  readonly #shorten = (value: unknown): unknown => replaceStrings(value, this.#characterOf);

  readonly #expand = (value: unknown): unknown => replaceStrings(value, this.#wordOf);

  readonly #characterOf = (text: string): string => this.#characters.get(text) ?? text;

  readonly #wordOf = (text: string): string =>
    text.length === 1 ? (this.#words[text.charCodeAt(0) - FIRST_WORD] ?? text) : text;
}

/** Replaces every string in a plain value, keys too. */
function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), replaceStrings(item, replace)]),
  );
}

function parseField(name: string): Field {
  return name.endsWith("?") ? { name: name.slice(0, -1), optional: true } : { name, optional: false };
}

const CODECS = new Map<string, EventCodec>(
  Object.entries(EVENT_CODES).map(([game, code]) => [game, new EventCodec(code)]),
);
