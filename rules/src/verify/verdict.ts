import type { RecordedSeat, RecordFormat } from "../public-record/index.ts";
import type { Flawed } from "./flaws.ts";
import type { Grade } from "./grade.ts";
import type { SignedSeat } from "./signatures.ts";
import type { OPEN, PROVED, Ranges, Statement } from "./statements.ts";

export type Verdict = Verified | Flawed;

/** The record is complete, every die and event in it follows from the secret, the nonces and the commands, and it is what was seen. */
export interface Verified {
  readonly ok: true;
  readonly format: RecordFormat;
  readonly match: string;
  readonly game: string;
  /** Number of entries. */
  readonly entries: number;
  readonly commitment: string;
  readonly seats: readonly RecordedSeat[];
  /** The game's, or an `AgreedOutcome`: that the people of the table agreed is not in the record. */
  readonly outcome: object;
  /** The signatures of seats with a key, in turn order. */
  readonly signatures: readonly SignedSeat[];
  /** The grade: who could have chosen the dice. */
  readonly grade: Grade;
  /** The part of the match that the witness saw; `null`: there was no witness, or it saw nothing of it. */
  readonly witness: WitnessedEntries | null;
  readonly proved: readonly Statement<keyof typeof PROVED>[];
  readonly open: readonly Statement<keyof typeof OPEN>[];
}

/** The part of a verified record that a witness saw. */
export interface WitnessedEntries {
  /** `public`: it had none. */
  readonly seat: string;
  /** The last entry that it saw. */
  readonly n: number;
  /** The entries that it saw when they happened. */
  readonly live: Ranges;
  /** The entries up to `n` that it was told of afterwards. */
  readonly later: Ranges;
  /** The witness' signatures that the record lacks, by the number of their entry. */
  readonly leftOut: readonly number[];
}
