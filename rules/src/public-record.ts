import { isSeed } from "./chance.ts";
import { isNonce, NONCE_SOURCES, type NonceSource } from "./fairness.ts";

/*
 * A finished match as anybody may have it (docs/fair-dice.md): JSON Lines, the first line an `Opening`, then a `Deed` for
 * each accepted command, last a `Closing`. It names no player, and leaves out what senders called their commands.
 */

/** The name of this format; another one could not be read by `parseRecord`. */
export const RECORD_FORMAT = "flower-war-record-1";

/** All that was fixed before the first command. */
export interface Opening {
  readonly format: typeof RECORD_FORMAT;
  /** The match's id. */
  readonly match: string;
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** `RULES_VERSION` of the rules that made the record. */
  readonly rules: number;
  /** Host options, complete. */
  readonly options: object;
  /** In turn order from east. */
  readonly seats: readonly RecordedSeat[];
  /** How chance is made from the seed: `STREAM` of chance.ts. */
  readonly stream: string;
  /** SHA-256 of the secret, 64 lower-case hex digits; published before the first nonce was taken. */
  readonly commitment: string;
}

export interface RecordedSeat {
  readonly seat: string;
  readonly kind: "human" | "bot";
  readonly nonce: string;
  /** Where the nonce is from; unless `player`, it is the seat's id. */
  readonly from: NonceSource;
}

/** One accepted command and all that followed from it, numbered from 1 without gaps. */
export interface Deed {
  readonly n: number;
  readonly seat: string;
  readonly command: object;
  readonly events: readonly object[];
}

/** What is told when the match is over. */
export interface Closing {
  /** 64 lower-case hex digits. */
  readonly secret: string;
  /** `seedOf` the secret and the nonces. */
  readonly seed: string;
  readonly outcome: object;
}

/** The text of a record. */
export function formatRecord(opening: Opening, deeds: Iterable<Deed>, closing: Closing): string {
  const lines: string[] = [JSON.stringify(opening)];
  for (const { n, seat, command, events } of deeds) lines.push(JSON.stringify({ n, seat, command, events }));
  lines.push(JSON.stringify(closing), "");
  return lines.join("\n");
}

/** A line of a record as an opening; `null`: it is none of this format. */
export function parseOpening(line: string): Opening | null {
  const value = parseObject(line);
  if (value?.["format"] !== RECORD_FORMAT) return null;
  const { match, game, rules, options, seats, stream, commitment } = value;
  const sound =
    [match, game, stream].every((text) => typeof text === "string") &&
    Number.isInteger(rules) &&
    isObject(options) &&
    Array.isArray(seats) &&
    seats.every(isRecordedSeat) &&
    isSeed(commitment);
  return sound ? (value as unknown as Opening) : null;
}

/** A line as a deed; `null`: it is none. */
export function parseDeed(line: string): Deed | null {
  const value = parseObject(line);
  if (value === null) return null;
  const { n, seat, command, events } = value;
  const sound =
    Number.isInteger(n) &&
    typeof seat === "string" &&
    isObject(command) &&
    Array.isArray(events) &&
    events.every(isObject);
  return sound ? (value as unknown as Deed) : null;
}

/** A line as a closing; `null`: it is none. */
export function parseClosing(line: string): Closing | null {
  const value = parseObject(line);
  if (value === null) return null;
  const { secret, seed, outcome } = value;
  return isSeed(secret) && isSeed(seed) && isObject(outcome) ? (value as unknown as Closing) : null;
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
