import { isConstraint, isCorrupt } from "../database/errors.ts";

/** A match whose rows cannot be read. */
export class DamagedMatch extends Error {
  readonly match: string;
  /** A row is not where it should be: perhaps it is there, and the file is damaged between the two. */
  readonly misplaced: boolean;

  constructor(match: string, why: string, misplaced = false) {
    super(`match ${match}: ${why}`);
    this.name = "DamagedMatch";
    this.match = match;
    this.misplaced = misplaced;
  }
}

/** For a log that is not as it was written: an error that `isCorrupt`. */
export function outOfOrder(): Error {
  return Object.assign(new Error("the journal's rows are out of order"), { errcode: 11 });
}

/** Nothing that we add is there already, unless the file is damaged. */
export function orOutOfOrder<T>(add: () => T): T {
  try {
    return add();
  } catch (error) {
    throw isConstraint(error) ? outOfOrder() : error;
  }
}

/** What the file cannot give for one match concerns that match alone. */
export function orDamaged<T>(match: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isCorrupt(error) ? new DamagedMatch(match, String(error), true) : error;
  }
}
