import type { PublicHeader } from "../public-record/index.ts";
import { hasTerms } from "../public-record/types.ts";
import type { Witness } from "../witness/witness.ts";

/**
 * Who could have chosen a match's dice, given its record and a witness (docs/fair-dice.md, "The grade"). Programs decide by the code; the
 * sentence is for people.
 */
export const GRADES = {
  nobody: "nobody could have chosen these dice without breaking SHA-256",
  "server-and-seat": "the server could have chosen these dice together with any of these seats",
  server: "the server alone could have chosen these dice",
} as const;

/** Why it is not `nobody`. */
export const GRADE_REASONS = {
  "no-witness": "there is no witness of what the table was shown",
  "old-format": "records of this format do not fix how a match begins",
  "no-terms": "the witness was not shown the terms of the match before its nonce was revealed",
  "no-nonce": "the witness gave no nonce",
  "open-nonce": "the witness gave its nonce without a seal, so that others knew it before they gave theirs",
  voided: "the witness had revealed a nonce at this table before, and the match did not begin",
} as const;

export interface Grade {
  readonly code: keyof typeof GRADES;
  readonly message: string;
  /** The seats without one of which the server could not have. */
  readonly seats: readonly string[];
  /** Why it is not `nobody`; `null`: it is. */
  readonly reason: { readonly code: keyof typeof GRADE_REASONS; readonly message: string } | null;
}

/** Returns who could have chosen the dice of a record that is right by itself and by the witness. */
export function gradeOf({ format, seats }: PublicHeader, witness: Witness | null): Grade {
  if (!hasTerms(format)) return graded("server", "old-format");
  if (witness === null) return graded("server", "no-witness");
  if (witness.terms === undefined) return graded("server", "no-terms");
  const players = seats.filter(({ from }) => from === "player");
  const own = witness.nonce === undefined ? undefined : players.find(({ seat }) => seat === witness.seat);
  if (own === undefined) return graded("server", "no-nonce");
  if (witness.voided !== undefined) return graded("server", "voided");
  const others = players.filter((player) => player !== own);
  // A seat that gives or seals its nonce after an open one knows that one.
  if (own.seal === undefined && others.length > 0) return graded("server-and-seat", "open-nonce", others);
  return graded("nobody");
}

function graded(
  code: keyof typeof GRADES,
  reason?: keyof typeof GRADE_REASONS,
  seats: readonly { readonly seat: string }[] = [],
): Grade {
  return {
    code,
    message: GRADES[code],
    seats: seats.map(({ seat }) => seat),
    reason: reason === undefined ? null : { code: reason, message: GRADE_REASONS[reason] },
  };
}
