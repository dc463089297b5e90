import { APOCALYPSE_AND_SIGN } from "./apocalypse-and-sign.ts";
import { BATTLE_AND_DISC } from "./battle-and-disc.ts";
import { FIRST_TURNS } from "./first-turns.ts";
import type { Step } from "./step.ts";

/** The lesson: a first match of Flower War, from the first roll to the third sign. */
export const STEPS: readonly Step[] = [...FIRST_TURNS, ...BATTLE_AND_DISC, ...APOCALYPSE_AND_SIGN];
