import { isNonce } from "../fairness.ts";
import { sealOf } from "./chain.ts";
import { isKey, isSignature } from "./signature.ts";

/** The format of witnesses of older clients, which kept no terms. */
export const WITNESS_FORMAT_1 = "flower-war-witness-1";

/** The present format of witnesses. */
export const WITNESS_FORMAT = "flower-war-witness-2";

/** A client's evidence of a match, to compare with its record: as JSON in its store, and as a file. */
export interface Witness {
  readonly format: typeof WITNESS_FORMAT_1 | typeof WITNESS_FORMAT;
  /** The match's id. */
  readonly match: string;
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** The client's; `public`: it had none. */
  readonly seat: string;
  /** As it was shown before the first nonce. */
  readonly commitment: string;
  /** The client's own: what it gave, and what it published of it before. */
  readonly nonce?: string;
  readonly seal?: string;
  /** The public key that the client signs with. */
  readonly key?: string;
  /**
   * The terms as they were shown before the client revealed its nonce (`formatTerms`); missing: it was shown none. Never in format 1.
   */
  readonly terms?: string;
  /** How often the client had revealed a nonce at this table before, and the match did not begin, from 1; missing: never. */
  readonly voided?: number;
  /** The first line of the record, without its end of line; `null`: the match has not begun. */
  readonly header: string | null;
  /** The first 8 hex digits of the heads after entry 1, 2, ..., joined: they name the first entry that differs. */
  readonly heads: string;
  /** The head after the last entry that was seen, 64 lower-case hex digits; `""` without a header. */
  readonly head: string;
  /** The number of the last entry that was seen; 0: none. */
  readonly n: number;
  /** The entries that were seen when they happened, as ranges from the first to the last; all others were told later. */
  readonly live: readonly (readonly [from: number, to: number])[];
  /** The client's signatures, by the number of their entry. */
  readonly signed?: { readonly [n: string]: string };
}

/** A witness that was read, or the name of the first field that is not as it must be; `""`: it is no JSON object. */
export type WitnessRead =
  | { readonly witness: Witness; readonly field?: undefined }
  | { readonly field: string; readonly witness?: undefined };

/** Digits that `heads` has of each head. */
export const HEAD_DIGITS = 8;

/**
 * Reads a witness. It takes any value and never throws.
 * @param input the text of a file, or what `JSON.parse` makes of it
 */
export function readWitness(input: unknown): WitnessRead {
  const value = typeof input === "string" ? parse(input) : input;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { field: "" };
  const found = new Map<string, unknown>(Object.entries(value));
  const unknown = [...found.keys()].find((name) => !Object.hasOwn(FORMS, name));
  if (unknown !== undefined) return { field: unknown };
  const wrong = Object.entries(FORMS).find(([name, holds]) => !holds(found.get(name), found));
  return wrong === undefined ? { witness: value as Witness } : { field: wrong[0] };
}

type Form = (value: unknown, all: ReadonlyMap<string, unknown>) => boolean;

const isText: Form = (value) => typeof value === "string";
const isHex64: Form = isKey;

const isLine: Form = (value) => typeof value === "string" && !value.includes("\n");

/** A field that format 1 does not have, and that may be missing. */
function ofFormat2(form: Form): Form {
  return (value, all) => value === undefined || (all.get("format") === WITNESS_FORMAT && form(value, all));
}

/** A field that only seats have, and that may be missing. */
const ofSeat =
  (form: Form): Form =>
  (value, all) =>
    value === undefined || (all.get("seat") !== "public" && form(value, all));

const FORMS: { readonly [name in keyof Witness]-?: Form } = {
  format: (value) => value === WITNESS_FORMAT || value === WITNESS_FORMAT_1,
  match: isText,
  game: isText,
  seat: isText,
  commitment: isHex64,
  nonce: ofSeat(isNonce),
  seal: ofSeat((value, all) => {
    const nonce = all.get("nonce");
    return isHex64(value, all) && (!isNonce(nonce) || sealOf(nonce) === value);
  }),
  key: ofSeat(isKey),
  terms: ofFormat2(ofSeat(isLine)),
  voided: ofFormat2(ofSeat((value) => isIndex(value) && value > 0)),
  header: (value, all) => value === null || isLine(value, all),
  n: (value, all) => isIndex(value) && (value === 0 || all.get("header") !== null),
  heads: (value, all) =>
    typeof value === "string" &&
    /^[0-9a-f]*$/.test(value) &&
    value.length === HEAD_DIGITS * Number(all.get("n")),
  head: (value, all) => {
    if (all.get("header") === null) return value === "";
    return isKey(value) && value.startsWith(String(all.get("heads")).slice(-HEAD_DIGITS));
  },
  live: (value, all) => Array.isArray(value) && areRanges(value, Number(all.get("n"))),
  signed: ofSeat((value, all) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.entries(value).every(
      ([n, signature]) =>
        /^[1-9][0-9]*$/.test(n) && Number(n) <= Number(all.get("n")) && isSignature(signature),
    );
  }),
};

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Whether these are ranges of numbers from 1 to `last`, in order, none of which overlaps the next. */
function areRanges(ranges: readonly unknown[], last: number): boolean {
  let before = 0;
  for (const range of ranges) {
    if (!Array.isArray(range) || range.length !== 2 || !range.every(isIndex)) return false;
    const [from, to] = range as [number, number];
    if (from <= before || from > to || to > last) return false;
    before = to;
  }
  return true;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
