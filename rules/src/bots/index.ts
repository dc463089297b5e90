import { flowerWarBots } from "../flower-war/bots/index.ts";
import { spaceAztecsBots } from "../space-aztecs/bots/index.ts";
import { tieqchieqBots } from "../tieqchieq/bots/index.ts";

export { type Bot, limitThoughts, type MayThink, type RandomBelow, randomFrom } from "./bot.ts";

/** The bots of each game, by the game's name and the bot's kind. */
export const bots = {
  "flower-war": flowerWarBots,
  mexica: flowerWarBots,
  "space-aztecs": spaceAztecsBots,
  tieqchieq: tieqchieqBots,
} as const;
