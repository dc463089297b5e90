/** Verification of records (docs/fair-dice.md). */
export { FLAWS, type Flaw, type Flawed } from "./flaws.ts";
export { GRADES, type Grade, GRADE_REASONS } from "./grade.ts";
export type { Seen } from "./seen.ts";
export type { SignedSeat } from "./signatures.ts";
export { OPEN, PROVED, type Ranges, type Statement } from "./statements.ts";
export type { Verdict, Verified, WitnessedEntries } from "./verdict.ts";
export { flawOfRules, type Games, type GamesByVersion, verify } from "./verify.ts";
