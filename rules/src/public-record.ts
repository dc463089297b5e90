import { isSeed } from "./chance.ts";
import { isNonce, NONCE_SOURCES, type NonceSource } from "./fairness.ts";

/*
 * The record of a finished match as anybody can download it (docs/fair-dice.md): JSON Lines, first a `PublicHeader`,
 * then a `PublicEntry` for each accepted command, last a `PublicEnd`. It contains no player names and no command ids.
 */

/** The name of this format. */
export const RECORD_FORMAT = "flower-war-record-1";

/** Everything that was fixed before the first command. */
export interface PublicHeader {
  readonly format: typeof RECORD_FORMAT;
  /** The match's id. */
  readonly match: string;
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** `RULES_VERSION` of the rules that made the record. */
  readonly rules: number;
  /** The host's options, complete. */
  readonly options: object;
  /** In turn order from east. */
  readonly seats: readonly RecordedSeat[];
  /** How chance follows from the seed: `STREAM` of chance.ts. */
  readonly stream: string;
  /** SHA-256 of the secret, 64 lower-case hex digits, published before the first nonce was taken. */
  readonly commitment: string;
}

export interface RecordedSeat {
  readonly seat: string;
  readonly kind: "human" | "bot";
  readonly nonce: string;
  /** Where the nonce comes from. Unless it is `player`, the nonce is the seat's id. */
  readonly from: NonceSource;
}

/** One accepted command and the events that followed, numbered from 1 without gaps. */
export interface PublicEntry {
  readonly n: number;
  readonly seat: string;
  readonly command: object;
  readonly events: readonly object[];
}

/** What is published when the match is over. */
export interface PublicEnd {
  /** 64 lower-case hex digits. */
  readonly secret: string;
  /** `seedOf` of the secret and the nonces. */
  readonly seed: string;
  /** The game's, or an `AgreedOutcome`. */
  readonly outcome: object;
}

/** Formats a record. */
export function formatRecord(header: PublicHeader, entries: Iterable<PublicEntry>, end: PublicEnd): string {
  const lines: string[] = [JSON.stringify(header)];
  for (const { n, seat, command, events } of entries)
    lines.push(JSON.stringify({ n, seat, command, events }));
  lines.push(JSON.stringify(end), "");
  return lines.join("\n");
}

/** Parses the first line of a record; returns `null` for anything else. */
export function parsePublicHeader(line: string): PublicHeader | null {
  const value = parseObject(line);
  if (value?.["format"] !== RECORD_FORMAT) return null;
  const { match, game, rules, options, seats, stream, commitment } = value;
  const isValid =
    [match, game, stream].every((text) => typeof text === "string") &&
    Number.isInteger(rules) &&
    isObject(options) &&
    Array.isArray(seats) &&
    seats.every(isRecordedSeat) &&
    isSeed(commitment);
  return isValid ? (value as unknown as PublicHeader) : null;
}

/** Parses the line of an entry; returns `null` for anything else. */
export function parsePublicEntry(line: string): PublicEntry | null {
  const value = parseObject(line);
  if (value === null) return null;
  const { n, seat, command, events } = value;
  const isValid =
    Number.isInteger(n) &&
    typeof seat === "string" &&
    isObject(command) &&
    Array.isArray(events) &&
    events.every(isObject);
  return isValid ? (value as unknown as PublicEntry) : null;
}

/** Parses the last line of a record; returns `null` for anything else. */
export function parsePublicEnd(line: string): PublicEnd | null {
  const value = parseObject(line);
  if (value === null) return null;
  const { secret, seed, outcome } = value;
  return isSeed(secret) && isSeed(seed) && isObject(outcome) ? (value as unknown as PublicEnd) : null;
}

function isRecordedSeat(value: unknown): value is RecordedSeat {
  if (!isObject(value)) return false;
  const { seat, kind, nonce, from } = value;
  return (
    typeof seat === "string" &&
    (kind === "human" || kind === "bot") &&
    isNonce(nonce) &&
    NONCE_SOURCES.some((source) => source === from)
  );
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
