/** The match in which a finished one is played again. */
export interface Rematch {
  /** The id of that match. */
  readonly match: string;
  /** The seats of the finished match whose players asked for it, in the order in which they did. */
  readonly seats: readonly string[];
}

/** Writes `rematch` of a match's state. */
export function writeRematch(rematch: Rematch): string {
  return JSON.stringify(rematch);
}

/** Reads `rematch` of a match's state; `null`: nobody has asked for one. */
export function readRematch(text: string): Rematch | null {
  return text === "" ? null : (JSON.parse(text) as Rematch);
}
