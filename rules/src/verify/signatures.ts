import type { Game, GameTypes } from "../game.ts";
import { handsSeat } from "../hand-over.ts";
import { chainOf, type PublicEnd, type PublicEntry, type PublicHeader } from "../public-record/index.ts";
import { canonicalOnce, isSigned } from "../witness/chain.ts";
import { isSignedBy } from "../witness/signature.ts";
import { type Flawed, flawed } from "./flaws.ts";

/** Which heads of its chain a seat with a key has signed. */
export interface SignedSeat {
  readonly seat: string;
  readonly key: string;
  /** The numbers of their entries. */
  readonly signed: readonly number[];
  /** The entries that it could have signed and did not: of each 64th, and the last. */
  readonly unsigned: readonly number[];
}

/**
 * Returns the first signature of a record that is wrong; `null`: there is none. A seat that was handed over signs nothing from then on: its key
 * is that of who had it before.
 * @param line the record's first line
 */
export function flawOfSignatures(
  game: Pick<Game<GameTypes>, "redact" | "quiet">,
  { match, seats }: PublicHeader,
  line: string,
  entries: readonly PublicEntry[],
  { signatures = {} }: PublicEnd,
): Flawed | null {
  const means = { textOf: canonicalOnce() };
  for (const [seat, signed] of Object.entries(signatures)) {
    const key = seats.find((one) => one.seat === seat)?.key;
    const handed = entries.find((entry) => entry.seat === seat && handsSeat(entry))?.n ?? Infinity;
    const heads = key === undefined ? [] : chainOf(game, line, entries, seat, means);
    for (const [number, signature] of Object.entries(signed)) {
      const n = Number(number);
      const head = n < handed && isSigned(n, n === entries.length) ? heads[n] : undefined;
      if (key === undefined || head === undefined || !isSignedBy(key, { match, seat, n, head }, signature)) {
        return flawed("end", "bad-signature", { found: { seat, n } });
      }
    }
  }
  return null;
}

/** Returns which heads the seats with a key have signed. @param count how many entries there are */
export function signedSeats(
  { seats }: PublicHeader,
  count: number,
  { signatures = {} }: PublicEnd,
): readonly SignedSeat[] {
  const all = Array.from({ length: count }, (_, i) => i + 1).filter((n) => isSigned(n, n === count));
  return seats.flatMap(({ seat, key }) => {
    if (key === undefined) return [];
    const given = Object.hasOwn(signatures, seat) ? (signatures[seat] ?? {}) : {};
    const isGiven = (n: number) => Object.hasOwn(given, String(n));
    return [{ seat, key, signed: all.filter(isGiven), unsigned: all.filter((n) => !isGiven(n)) }];
  });
}
