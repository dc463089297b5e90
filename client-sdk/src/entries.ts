/*
 * How entries travel (docs/protocol.md, *Entries*): an event is a list, the number of its type and its fields in order,
 * and the game's commonest words are one character each.
 */
import type { EventCode } from "./games/event-code.ts";
import { EVENT_CODES } from "./games/event-codes.ts";

export interface Entry {
  readonly n: number;
  /** Whose command it was. */
  readonly seat: string;
  readonly events: readonly { readonly type: string }[];
}

/** The message `entry`: its number, whose command it was, its events. */
export type WireEntry = readonly [n: number, seat: string, ...events: unknown[]];

type Event = Entry["events"][number];

/** @param game whose events these are; those of a game without a code travel as they are */
export function formatEntry(game: string, { n, seat, events }: Entry): WireEntry {
  const coder = coderOf(game);
  return [n, seat, ...events.map((event) => coder?.format(event) ?? event)];
}

/** Events of types that this version does not know are left out. */
export function parseEntry(game: string, [n, seat, ...told]: WireEntry): Entry {
  const coder = coderOf(game);
  const events = told.map((event) => (Array.isArray(event) ? coder?.parse(event) : (event as Event)));
  return { n, seat, events: events.filter((event) => event !== undefined) };
}

/** The character of the first word. */
const FIRST_WORD = 1;

interface Field {
  readonly name: string;
  /** May be missing: then it travels as `null`, or not at all where nothing follows. */
  readonly optional: boolean;
}

class EventCoder {
  readonly #shapes: readonly { readonly type: string; readonly fields: readonly Field[] }[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #words: readonly string[];
  readonly #short: ReadonlyMap<string, string>;

  constructor({ fields, words }: EventCode) {
    this.#shapes = Object.entries(fields).map(([type, names]) => ({
      type,
      fields: names.map(fieldOf),
    }));
    this.#numbers = new Map(this.#shapes.map(({ type }, number) => [type, number]));
    this.#words = words;
    this.#short = new Map(words.map((word, i) => [word, String.fromCharCode(FIRST_WORD + i)]));
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

  #shorten(value: unknown): unknown {
    return mapped(value, (text) => this.#short.get(text) ?? text);
  }

  #expand(value: unknown): unknown {
    return mapped(value, (text) =>
      text.length === 1 ? (this.#words[text.charCodeAt(0) - FIRST_WORD] ?? text) : text,
    );
  }
}

/** A plain value with every string in it replaced, keys too. */
function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), mapped(item, replace)]),
  );
}

function fieldOf(name: string): Field {
  return name.endsWith("?") ? { name: name.slice(0, -1), optional: true } : { name, optional: false };
}

const coders = new Map<string, EventCoder>(
  Object.entries(EVENT_CODES).map(([game, code]) => [game, new EventCoder(code)]),
);

function coderOf(game: string): EventCoder | undefined {
  return coders.get(game);
}
