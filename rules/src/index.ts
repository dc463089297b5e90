import { flowerWar, mexica } from "./flower-war/index.ts";
import { RULES_VERSION } from "./record.ts";
import { spaceAztecs } from "./space-aztecs/index.ts";
import { tieqchieq } from "./tieqchieq/index.ts";
import { type Games, type GamesByVersion, type Seen, type Verdict, verify } from "./verify/index.ts";
import type { Witness } from "./witness/witness.ts";

export * from "./admit.ts";
export * from "./agreement.ts";
export * from "./chance.ts";
export * from "./fairness.ts";
export * from "./game.ts";
export * from "./options.ts";
export { placesOf } from "./places.ts";
export type { Preset } from "./presets.ts";
export * from "./public-record/index.ts";
export * from "./record.ts";
export { type Position, tableEntries } from "./take-back.ts";
export {
  FLAWS,
  type Flaw,
  type Flawed,
  flawOfRules,
  type Games,
  GRADE_REASONS,
  GRADES,
  type Grade,
  OPEN,
  PROVED,
  type Ranges,
  type Seen,
  type SignedSeat,
  type Statement,
  type Verdict,
  type Verified,
  type WitnessedEntries,
} from "./verify/index.ts";
export { readWitness, type Witness, type WitnessRead } from "./witness/witness.ts";

/** Every game by its name on the wire. */
export const games = { "flower-war": flowerWar, mexica, "space-aztecs": spaceAztecs, tieqchieq } as const;

/**
 * The games of every version of the rules that has written records, so that those verify for ever. Whoever raises
 * `RULES_VERSION` moves the games as they were into a folder of their own, and adds them here (docs/architecture.md).
 */
const GAMES_BY_VERSION: GamesByVersion = { 1: games };

/** Options of a verification. */
export interface VerifyOptions {
  /** The id that the record must have. */
  readonly match?: string;
  /** Games of your own, in addition to those that the rules have. */
  readonly games?: Games;
}

/**
 * Checks whether the record of a finished match is complete and true (docs/fair-dice.md): recomputes every die and
 * every event, and names the first line at fault. It takes any text and never throws.
 * @param seen what the record must agree with: the witness of a client, or what was noted before the match. Without a witness the
 * verdict says only that the record agrees with itself
 */
export function verifyRecord(
  text: string,
  seen: Seen | Witness = {},
  { match, games: own = {} }: VerifyOptions = {},
): Verdict {
  const present = { ...GAMES_BY_VERSION[RULES_VERSION], ...own };
  return verify({ ...GAMES_BY_VERSION, [RULES_VERSION]: present }, text, seen, match);
}
