import type { Game, GameTypes } from "../game.ts";
import { type PublicEntry, type PublicHeader, type RecordedSeat, seenEntry } from "../public-record/index.ts";
import { extendChain, startChain } from "../witness/chain.ts";
import { formatTerms } from "../witness/terms.ts";
import { HEAD_DIGITS, type Witness } from "../witness/witness.ts";
import { type Flawed, flawed } from "./flaws.ts";

/** A player's notes of a match from before it began, without a witness. */
export interface Seen {
  /** The commitment that was shown before the match began. */
  readonly commitment?: string;
  /** The nonces that seats gave, by seat. */
  readonly nonces?: { readonly [seat: string]: string };
}

export const isWitness = (seen: Seen | Witness): seen is Witness => "format" in seen;

/** Returns what in a record's first line is not what was seen; `null`: nothing. @param line the line itself */
export function flawAgainstSeen(seen: Seen | Witness, header: PublicHeader, line: string): Flawed | null {
  if (!isWitness(seen)) return flawAgainstNotes(seen, header);
  const { match, game, seat, commitment, nonce, terms, header: expected } = seen;
  if (match !== header.match || game !== header.game) {
    return flawed("header", "other-match", {
      expected: { match, game },
      found: { match: header.match, game: header.game },
    });
  }
  const recorded = header.seats.find((one) => one.seat === seat);
  // Who saw no header may have been away while the table gathered, and cannot know what the server had of them.
  const isOpen = expected === null && recorded !== undefined && recorded.from !== "player";
  const nonces = nonce === undefined || isOpen ? {} : { [seat]: nonce };
  const flaw =
    flawAgainstNotes({ commitment, nonces }, header) ?? (isOpen ? null : flawOfOwnSeat(seen, recorded));
  if (flaw !== null) return flaw;
  const found = formatTerms(header);
  if (terms !== undefined && terms !== found)
    return flawed("header", "other-terms", { expected: terms, found });
  if (expected === null || expected === line) return null;
  return flawed("header", "other-header", { expected, found: line });
}

function flawAgainstNotes(seen: Seen, { commitment, seats }: PublicHeader): Flawed | null {
  if (seen.commitment !== undefined && seen.commitment !== commitment) {
    return flawed("header", "other-commitment", { expected: seen.commitment, found: commitment });
  }
  for (const [seat, nonce] of Object.entries(seen.nonces ?? {})) {
    const recorded = seats.find((one) => one.seat === seat);
    if (recorded?.nonce !== nonce) {
      return flawed("header", "other-nonce", { expected: { seat, nonce }, found: recorded });
    }
  }
  return null;
}

function flawOfOwnSeat({ seat, seal, key }: Witness, recorded: RecordedSeat | undefined): Flawed | null {
  if (seal !== undefined && recorded?.seal !== seal) {
    return flawed("header", "other-seal", { expected: { seat, seal }, found: recorded });
  }
  if (key !== undefined && recorded?.key !== key) {
    return flawed("header", "other-key", { expected: { seat, key }, found: recorded });
  }
  return null;
}

/**
 * Returns the first entry of a record that is not what its witness was shown; `null`: there is none.
 * @param entries all of the record, or those that could be read
 */
export function flawAgainstChain(
  game: Pick<Game<GameTypes>, "redact" | "quiet">,
  { seat, header, heads, head: last, n }: Witness,
  entries: readonly PublicEntry[],
): Flawed | null {
  if (header === null) return null;
  let head = startChain(seat, header);
  for (const [index, entry] of entries.slice(0, n).entries()) {
    const seen = seenEntry(game, entry, seat);
    head = extendChain(head, seen);
    const isSame = heads.startsWith(head.slice(0, HEAD_DIGITS), index * HEAD_DIGITS);
    if (!isSame || (entry.n === n && head !== last)) {
      return flawed(index + 1, "other-entry", { found: seen });
    }
  }
  return null;
}

/** Returns the first entry that a whole record lacks and its witness was shown; `null`: there is none. */
export function flawOfLength({ n }: Witness, entries: number): Flawed | null {
  return n > entries ? flawed(entries + 1, "missing-entry", { expected: n, found: entries }) : null;
}
