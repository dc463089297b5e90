import { simulatedFlowerWar, simulatedMexica } from "./flower-war.ts";
import type { SimulatedGame } from "./simulated-game.ts";
import { simulatedSpaceAztecs } from "./space-aztecs.ts";
import { simulatedTieqchieq } from "./tieqchieq.ts";

export { BOT_KINDS, type BotKind, type SimulatedGame } from "./simulated-game.ts";

/** The games that can be simulated, by name. */
export const GAMES: ReadonlyMap<string, SimulatedGame> = new Map(
  [simulatedFlowerWar, simulatedMexica, simulatedSpaceAztecs, simulatedTieqchieq].map((simulated) => [
    simulated.game.name,
    simulated,
  ]),
);

/**
 * Returns a game by its name.
 * @throws RangeError for a game that cannot be simulated
 */
export function findGame(name: string): SimulatedGame {
  const simulated = GAMES.get(name);
  if (simulated === undefined) throw new RangeError(`no game ${name} can be simulated`);
  return simulated;
}
