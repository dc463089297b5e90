import { drawSeed, type RandomBelow } from "../../bots/bot.ts";
import type { State } from "../state.ts";

/** Returns the same position with other coins. */
export function withNewChance(state: State, random: RandomBelow): State {
  return { ...state, hidden: { seed: drawSeed(random), chance: 0 } };
}
