import { flowerWar, mexica } from "./flower-war/index.ts";
import { spaceAztecs } from "./space-aztecs/index.ts";
import { tieqchieq } from "./tieqchieq/index.ts";
import { type Games, type Seen, type Verdict, verify } from "./verify.ts";

export * from "./admit.ts";
export * from "./agreement.ts";
export * from "./chance.ts";
export * from "./fairness.ts";
export * from "./game.ts";
export * from "./options.ts";
export type { Preset } from "./presets.ts";
export * from "./public-record.ts";
export * from "./record.ts";
export { FLAWS, type Flaw, type Flawed, type Seen, type Verdict, type Verified } from "./verify.ts";

/** Every game by its name on the wire. */
export const games = { "flower-war": flowerWar, mexica, "space-aztecs": spaceAztecs, tieqchieq } as const;

/**
 * Checks whether the record of a finished match is complete and true (docs/fair-dice.md): recomputes every die and
 * every event, and names the first line at fault. It takes any text and never throws.
 * @param seen the commitment and the nonces that were seen before the match; the record must agree with them
 * @param known the games whose records can be checked
 */
export function verifyRecord(text: string, seen?: Seen, known: Games = games): Verdict {
  return verify(known, text, seen);
}
