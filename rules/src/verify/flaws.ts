/** The flaws of a record. Programs decide by the code; the sentence is for people. */
export const FLAWS = {
  unreadable: "this line is not valid JSON of the kind expected here",
  "unknown-field": "the line has a field that the format does not have",
  "unknown-format": "the record is of a format that only newer verifiers know: use one",
  "not-canonical": "the line is not the one canonical form of what it says",
  "unknown-game": "this game is unknown",
  "unknown-rules": "no rules of this version are known",
  "unknown-stream": "the way in which chance follows from the seed is unknown",
  "bad-seats": "these are not the seats of such a match in turn order",
  "bad-options":
    "an option is missing, unknown here or has a value that it cannot have; of a newer version: use a newer verifier",
  "bad-nonce": "a nonce that no player gave is not its seat's id",
  "bad-seal": "a seat's seal does not belong to its nonce, or a seat has one that cannot",
  "other-match": "this is the record of another match",
  "other-commitment": "this is not the commitment that was seen before the match",
  "other-nonce": "this is not the nonce that the seat gave",
  "other-seal": "this is not the seal that the seat gave",
  "other-key": "this is not the key that the seat gave",
  "other-terms": "this is not what was shown before the nonces were revealed",
  "other-header": "this is not the line with which the match began",
  cut: "the record is cut off: its last line, with the secret, is missing",
  overlong: "lines follow the line with the secret, which must be the last",
  "wrong-secret": "the secret does not match the commitment",
  "wrong-seed": "the seed does not follow from the secret and the nonces",
  "wrong-number": "entries are not numbered from 1 without gaps",
  "other-entry": "this is not what the witness was shown",
  "missing-entry": "the witness was shown an entry that is missing here",
  refused: "the rules refuse this command",
  "other-command": "the command has fields that the rules do not read",
  "other-events": "other events follow from this command",
  "wrong-by": "a bot's entry says that another plays it, or a bot plays for a player who was not removed",
  "not-over": "the match is not over after the last entry",
  "other-outcome": "the match ended differently",
  "bad-replaced": "these are not seats of bots in turn order",
  "bad-joined": "no person began to play for this bot at this entry",
  "bad-removed": "no bot began to play for this player at this entry",
  "bad-signature": "a signature is not by its seat's key over what the seat was shown",
} as const;
export type Flaw = keyof typeof FLAWS;

/** The record is wrong. */
export interface Flawed {
  readonly ok: false;
  /** The first line at fault: the number of an entry, or the first or last line of the record. */
  readonly entry: number | "header" | "end";
  readonly reason: Flaw;
  readonly message: string;
  /** The expected value; left out where it is unknown. */
  readonly expected?: unknown;
  /** The value of the line. */
  readonly found?: unknown;
}

export function flawed(
  entry: Flawed["entry"],
  reason: Flaw,
  found: { readonly expected?: unknown; readonly found?: unknown } = {},
): Flawed {
  return { ok: false, entry, reason, message: FLAWS[reason], ...found };
}

/** Returns the flaw of the earliest line, of several in the same line the first; `null` if there is none. */
export function earliest(flaws: Iterable<Flawed | null>): Flawed | null {
  let found: Flawed | null = null;
  for (const flaw of flaws) {
    if (flaw !== null && (found === null || lineOf(flaw) < lineOf(found))) found = flaw;
  }
  return found;
}

function lineOf({ entry }: Flawed): number {
  if (entry === "header") return 0;
  return entry === "end" ? Number.POSITIVE_INFINITY : entry;
}
