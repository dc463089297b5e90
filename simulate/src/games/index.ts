import { simulatedFlowerWar, simulatedMexica } from "./flower-war.ts";
import type { SimulatedGame } from "./simulated-game.ts";
import { simulatedSpaceAztecs } from "./space-aztecs.ts";
import { simulatedTieqchieq } from "./tieqchieq.ts";

export { BOT_KINDS, type BotKind, type SimulatedGame } from "./simulated-game.ts";

/** The games that can be simulated, by their names. */
export const GAMES: ReadonlyMap<string, SimulatedGame> = new Map(
  [simulatedFlowerWar, simulatedMexica, simulatedSpaceAztecs, simulatedTieqchieq].map((simulated) => [
    simulated.game.name,
    simulated,
  ]),
);

/** @throws `RangeError` for a game that cannot be simulated */
export function gameNamed(name: string): SimulatedGame {
  const simulated = GAMES.get(name);
  if (simulated === undefined) throw new RangeError(`no game ${name} can be simulated`);
  return simulated;
}
