import { drawSeed, type RandomBelow } from "../../bots/bot.ts";
import type { State } from "../state.ts";
import type { View } from "../vocabulary.ts";

/** Returns the same position with other coins. */
export function withNewChance(state: State, random: RandomBelow): State {
  return { ...state, hidden: { seed: drawSeed(random), chance: 0 } };
}

/** Returns a whole state that shows this viewer exactly what it sees: nothing is hidden but how coins will fall. */
export function determinise({ table }: View, random: RandomBelow): State {
  return { table, hidden: { seed: drawSeed(random), chance: 0 } };
}
