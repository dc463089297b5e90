import { flowerWarBots } from "../flower-war/bots/index.ts";
import { spaceAztecsBots } from "../space-aztecs/bots/index.ts";
import { tieqchieqBots } from "../tieqchieq/bots/index.ts";

export { type Bot, type MayThink, type RandomBelow, randomFrom, thoughts } from "./bot.ts";

/** The bots of each game by its name, each by its kind. */
export const bots = {
  "flower-war": flowerWarBots,
  mexica: flowerWarBots,
  "space-aztecs": spaceAztecsBots,
  tieqchieq: tieqchieqBots,
} as const;
