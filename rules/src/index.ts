import { flowerWar, mexica } from "./flower-war/index.ts";
import { spaceAztecs } from "./space-aztecs/index.ts";
import { tieqchieq } from "./tieqchieq/index.ts";
import { type Games, type Seen, type Verdict, verify } from "./verify.ts";

export * from "./admit.ts";
export * from "./chance.ts";
export * from "./fairness.ts";
export * from "./game.ts";
export * from "./options.ts";
export * from "./public-record.ts";
export * from "./record.ts";
export { FLAWS, type Flaw, type Flawed, type Seen, type Verdict, type Verified } from "./verify.ts";

/** Every game by its name on the wire. */
export const games = { "flower-war": flowerWar, mexica, "space-aztecs": spaceAztecs, tieqchieq } as const;

/**
 * Whether a finished match's record is whole and true (docs/fair-dice.md): recomputes every die and every event, and
 * names the first line at fault. Any text will do; it never throws.
 * @param seen what the record must agree with: the commitment and the nonces that somebody saw before the match
 * @param known the games whose records can be read
 */
export function verifyRecord(text: string, seen?: Seen, known: Games = games): Verdict {
  return verify(known, text, seen);
}
