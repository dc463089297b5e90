import { isSeed } from "../chance.ts";
import { isNonce, NONCE_SOURCES } from "../fairness.ts";
import { canonical } from "../witness/canonical.ts";
import { isKey, isSignature } from "../witness/signature.ts";
import {
  type Form,
  type FormFlaw,
  fields,
  isCount,
  isObject,
  isText,
  listOf,
  mapOf,
  optional,
  where,
} from "./shape.ts";
import {
  PLAYED_BY,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT,
  RECORD_FORMAT_1,
  RECORD_FORMAT_2,
  RECORD_FORMAT_4,
  type RecordedSeat,
  type RecordFormat,
} from "./types.ts";

/** A line that was read, or what is wrong with its form. */
export type ReadLine<T> =
  | { readonly line: T; readonly flaw?: undefined }
  | { readonly flaw: FormFlaw; readonly line?: undefined };

/** Parses the first line of a record of any format; returns `null` for anything else. */
export function parsePublicHeader(line: string): PublicHeader | null {
  return readHeader(line).line ?? null;
}

/** Parses the line of an entry; returns `null` for anything else. @param format the one that the header names */
export function parsePublicEntry(line: string, format: RecordFormat): PublicEntry | null {
  return readEntry(line, format).line ?? null;
}

/** Parses the last line of a record; returns `null` for anything else. @param format the one that the header names */
export function parsePublicEnd(line: string, format: RecordFormat): PublicEnd | null {
  return readEnd(line, format).line ?? null;
}

/** Reads the first line of a record of any format. */
export function readHeader(line: string): ReadLine<PublicHeader> {
  const value = parseJson(line);
  if (!isObject(value)) return { flaw: "unreadable" };
  const { format } = value;
  if (isStrictFormat(format)) return readStrictly(line, value, STRICT[format].header);
  if (format !== RECORD_FORMAT_1) return { flaw: isLaterFormat(format) ? "unknown-format" : "unreadable" };
  if (!isHeader1(value)) return { flaw: "unreadable" };
  const seats = value["seats"] as readonly object[];
  const isLater =
    hasAny(value, ["version", "takeBacks", "pauses", "holidays", "handOvers", "judges"]) ||
    seats.some((seat) => hasAny(seat, ["seal", "key"]));
  return isLater ? { flaw: "unknown-field" } : lineOf(value);
}

const isStrictFormat = (format: unknown): format is keyof typeof STRICT =>
  typeof format === "string" && Object.hasOwn(STRICT, format);

/** Whether a format's name is one that a later version may have. */
const isLaterFormat = (format: unknown): boolean =>
  isText(format) && /^flower-war-record-[0-9]+$/.test(format);

/** Reads the line of an entry. */
export function readEntry(line: string, format: RecordFormat): ReadLine<PublicEntry> {
  const value = parseJson(line);
  if (isStrictFormat(format)) return readStrictly(line, value, STRICT[format].entry);
  if (!isObject(value) || !isEntry1(value)) return { flaw: "unreadable" };
  return hasAny(value, ["by", "hint"]) ? { flaw: "unknown-field" } : lineOf(value);
}

/** Reads the last line of a record. */
export function readEnd(line: string, format: RecordFormat): ReadLine<PublicEnd> {
  const value = parseJson(line);
  if (isStrictFormat(format)) return readStrictly(line, value, STRICT[format].end);
  if (!isObject(value) || !isEnd1(value)) return { flaw: "unreadable" };
  return hasAny(value, ["signatures", "replaced", "joined", "removed"])
    ? { flaw: "unknown-field" }
    : lineOf(value);
}

/** Reads a line of a strict format: it has the fields of its kind, no others, and is their canonical form. */
function readStrictly<T>(line: string, value: unknown, form: Form): ReadLine<T> {
  const flaw = form(value);
  if (flaw !== null) return { flaw };
  return isCanonical(line, value) ? lineOf(value) : { flaw: "not-canonical" };
}

function isCanonical(line: string, value: unknown): boolean {
  try {
    return canonical(value) === line;
  } catch {
    return false;
  }
}

const isOneOf = (values: readonly string[]) => (value: unknown) => values.some((one) => one === value);

const seatFrom = (sources: readonly string[]): Form =>
  fields({
    seat: where(isText),
    kind: where(isOneOf(["human", "bot"])),
    nonce: where(isNonce),
    from: where(isOneOf(sources)),
    seal: optional(where(isSeed)),
    key: optional(where(isKey)),
  });

const HEADER = {
  format: where(isText),
  match: where((match) => isText(match) && /^[A-Za-z0-9]{12}$/.test(match)),
  game: where(isText),
  rules: where(isCount),
  options: where(isObject),
  stream: where(isText),
  commitment: where(isSeed),
};

const ENTRY = {
  n: where(isCount),
  seat: where(isText),
  by: optional(where(isOneOf(PLAYED_BY))),
  command: where(isObject),
  events: listOf(where(isObject)),
};

/** Signatures by the numbers of entries, as text without leading zeros: `"64"`. */
const SIGNED = mapOf((n) => /^[1-9][0-9]{0,8}$/.test(n), where(isSignature));

const END = {
  secret: where(isSeed),
  seed: where(isSeed),
  outcome: where(isObject),
  replaced: optional(where((seats) => Array.isArray(seats) && seats.length > 0 && seats.every(isText))),
  signatures: mapOf(
    () => true,
    (signed) => (isObject(signed) && Object.keys(signed).length === 0 ? "unreadable" : SIGNED(signed)),
  ),
};

const isTrue = (value: unknown): boolean => value === true;

const isVersion = (version: unknown): boolean => isText(version) && /^[0-9A-Za-z.+-]{1,64}$/.test(version);

/** The number of an entry by seat. */
const ENTRIES: Form = (value) =>
  isObject(value) && Object.keys(value).length === 0
    ? "unreadable"
    : mapOf(() => true, where(isCount))(value);

/** The lines of format 3. */
const FIXED = {
  header: {
    ...HEADER,
    version: optional(where(isVersion)),
    seats: listOf(seatFrom(NONCE_SOURCES.filter((source) => source !== "withheld"))),
  },
  entry: fields({ ...ENTRY, hint: optional(where(isTrue)) }),
  end: fields({ ...END, joined: optional(ENTRIES), removed: optional(ENTRIES) }),
};

/** The lines of the strict formats. */
const STRICT = {
  [RECORD_FORMAT_2]: {
    header: fields({ ...HEADER, seats: listOf(seatFrom(NONCE_SOURCES)) }),
    entry: fields(ENTRY),
    end: fields(END),
  },
  [RECORD_FORMAT]: { ...FIXED, header: fields(FIXED.header) },
  [RECORD_FORMAT_4]: {
    ...FIXED,
    header: fields({
      ...FIXED.header,
      takeBacks: optional(where(isTrue)),
      pauses: optional(where(isCount)),
      holidays: optional(where(isCount)),
      handOvers: optional(where(isTrue)),
      judges: optional(where(isTrue)),
    }),
    entry: fields({
      ...ENTRY,
      by: optional(where(isOneOf([...PLAYED_BY, "judge"]))),
      hint: optional(where(isTrue)),
    }),
  },
};

/** Whether a line of format 1 has a field that a later format introduced: else one could be passed off as the other. */
const hasAny = (value: object, names: readonly string[]) => names.some((name) => Object.hasOwn(value, name));

function isHeader1({ match, game, rules, options, seats, stream, commitment }: Fields): boolean {
  return (
    [match, game, stream].every(isText) &&
    Number.isInteger(rules) &&
    isObject(options) &&
    Array.isArray(seats) &&
    seats.every(isSeat1) &&
    isSeed(commitment)
  );
}

function isSeat1(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { seat, kind, nonce, from } = value;
  const sources: readonly RecordedSeat["from"][] = ["player", "bot", "stand-in"];
  return isText(seat) && isOneOf(["human", "bot"])(kind) && isNonce(nonce) && isOneOf(sources)(from);
}

function isEntry1({ n, seat, command, events }: Fields): boolean {
  return (
    Number.isInteger(n) &&
    isText(seat) &&
    isObject(command) &&
    Array.isArray(events) &&
    events.every(isObject)
  );
}

function isEnd1({ secret, seed, outcome }: Fields): boolean {
  return isSeed(secret) && isSeed(seed) && isObject(outcome);
}

type Fields = { readonly [name: string]: unknown };

const lineOf = <T>(value: unknown): ReadLine<T> => ({ line: value as T });

/** Returns what a text means as JSON; `undefined`: it is none. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
