import type { NonceSource } from "../fairness.ts";

/*
 * The record of a finished match as anyone can download it (docs/fair-dice.md): JSON Lines, first a `PublicHeader`,
 * then a `PublicEntry` for each accepted command, last a `PublicEnd`. It contains no player names and no command ids.
 */

/** The format of matches that began on servers without witnesses: it has no seals, keys and signatures. */
export const RECORD_FORMAT_1 = "flower-war-record-1";

/** The format of matches that began on servers that showed no terms. It is strict: every line has one possible form. */
export const RECORD_FORMAT_2 = "flower-war-record-2";

/** The format of matches in which no act can be taken back, as strict as format 2. Its header is fixed before the first nonce is revealed (`formatTerms`). */
export const RECORD_FORMAT = "flower-war-record-3";

/** The format of matches at tables with options of their own, as `takeBacks`, `pauses`, `holidays`, `handOvers` and `judges`; otherwise as format 3. */
export const RECORD_FORMAT_4 = "flower-war-record-4";

/** All formats by their numbers. */
export const RECORD_FORMATS = {
  1: RECORD_FORMAT_1,
  2: RECORD_FORMAT_2,
  3: RECORD_FORMAT,
  4: RECORD_FORMAT_4,
} as const;

export type RecordFormat = (typeof RECORD_FORMATS)[keyof typeof RECORD_FORMATS];

/** Whether the header of a record of this format was fixed as its terms before the first nonce was revealed. */
export const hasTerms = (format: unknown): boolean => format === RECORD_FORMAT || format === RECORD_FORMAT_4;

/** Everything that was fixed before the first command. */
export interface PublicHeader {
  readonly format: RecordFormat;
  /** The match's id. */
  readonly match: string;
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** `RULES_VERSION` of the rules that made the record. */
  readonly rules: number;
  /** Format 3: the version of a game of the host's own; missing: the game is one of ours. */
  readonly version?: string;
  /** Format 4: seats may take acts back; missing: they may not. */
  readonly takeBacks?: true;
  /** Format 4: seconds of the longest pause, and of the most time that a seat is given at once; missing: there are no pauses. */
  readonly pauses?: number;
  /** Format 4: days that a player may take off in 30; missing: none. */
  readonly holidays?: number;
  /** Format 4: seats may be handed over; missing: they may not. */
  readonly handOvers?: true;
  /** Format 4: the host may name a judge; missing: they may not. */
  readonly judges?: true;
  /** The host's options, complete. */
  readonly options: object;
  /** In turn order from east. */
  readonly seats: readonly RecordedSeat[];
  /** How chance follows from the seed: `STREAM` of chance.ts. */
  readonly stream: string;
  /** SHA-256 of the secret, 64 lower-case hex digits, published before the first nonce was taken. */
  readonly commitment: string;
}

/** A seat as it was when the match began. */
export interface RecordedSeat {
  readonly seat: string;
  readonly kind: "human" | "bot";
  readonly nonce: string;
  /** Where the nonce comes from: in format 3 not `withheld`. Unless it is `player`, the nonce is the seat's id. */
  readonly from: NonceSource;
  /** The seal of the seat's nonce (`sealOf`); missing: none. */
  readonly seal?: string;
  /** The public key that the seat signs with; missing: it signs nothing. Given with the seal. */
  readonly key?: string;
}

/** The party that played an entry for its seat, if it was not a client of the seat over its connection. */
export const PLAYED_BY = ["bot", "clock", "claim", "bead"] as const;
/** In format 4 also `judge`: the judge of the table, whom its seat's player named. */
export type PlayedBy = (typeof PLAYED_BY)[number] | "judge";

/** One accepted command and the events that followed, numbered from 1 without gaps. */
export interface PublicEntry {
  readonly n: number;
  readonly seat: string;
  /** Missing: a client of this seat sent the command. Format 1 does not say who did. */
  readonly by?: PlayedBy;
  /** Format 3: the seat's player had asked for a hint before they sent the command; missing: they had not. */
  readonly hint?: true;
  readonly command: object;
  readonly events: readonly object[];
}

/** The signed heads of one seat's chain: by the number of their entry, 128 lower-case hex digits each. */
export interface SeatSignatures {
  readonly [n: string]: string;
}

/** The part that is published when the match is over. */
export interface PublicEnd {
  /** 64 lower-case hex digits. */
  readonly secret: string;
  /** `seedOf` of the secret and the nonces. */
  readonly seed: string;
  /** The game's, or an `AgreedOutcome`. */
  readonly outcome: object;
  /** Formats 2 and 3: the signatures that seats gave, by seat; a seat without any is missing. */
  readonly signatures?: { readonly [seat: string]: SeatSignatures };
  /** Formats 2 and 3: the seats of bots that people took before the first command, in turn order; missing: none. */
  readonly replaced?: readonly string[];
  /** Format 3: the seats of bots that people took later, with the number of the first entry that was not the bot's; missing: none. */
  readonly joined?: { readonly [seat: string]: number };
  /** Format 3: the seats of people whom an operator removed, with the number of the first entry that a bot played there; missing: none. */
  readonly removed?: { readonly [seat: string]: number };
}
