import { isNonce, type NonceSource } from "../fairness.ts";
import { canonical } from "./canonical.ts";
import { isKey } from "./signature.ts";

/*
 * The terms, which every seat is shown before the nonces are revealed (docs/fair-dice.md, "The terms"): the header of the match's record as it will be,
 * without the sealed nonces, which their seals fix. After that no part of the header can be chosen.
 */

/** A seat of a header, as far as terms depend on it. */
export interface TermsSeat {
  readonly seat: string;
  readonly kind: string;
  readonly nonce: string;
  readonly from: string;
  readonly seal?: string;
  readonly key?: string;
}

/**
 * Returns the terms to which a header belongs: the header's line, in which each seat with a seal has the nonce `""`.
 * @param header all fields of the line
 */
export function formatTerms(header: { readonly seats: readonly TermsSeat[] }): string {
  const seats = header.seats.map((seat) => (seat.seal === undefined ? seat : { ...seat, nonce: "" }));
  return canonical({ ...header, seats });
}

/** Returns whether terms leave no choice of a seat's part of the dice. A seat with further fields is not fixed. */
export function isFixedByTerms({ seat, kind, nonce, from, seal, key, ...others }: TermsSeat): boolean {
  if (Object.keys(others).length > 0) return false;
  const source = from as NonceSource;
  if (kind === "bot" || source !== "player") {
    const isOwnId = nonce === seat && seal === undefined && key === undefined;
    return isOwnId && source === (kind === "bot" ? "bot" : "stand-in");
  }
  if (kind !== "human") return false;
  if (seal === undefined) return isNonce(nonce) && key === undefined;
  return nonce === "" && isKey(seal) && (key === undefined || isKey(key));
}
