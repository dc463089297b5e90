import { easy as easyFlowerWar } from "../flower-war/bots/easy.ts";
import { skilled as skilledFlowerWar } from "../flower-war/bots/skilled.ts";
import { easy as easySpaceAztecs } from "../space-aztecs/bots/easy.ts";
import { skilled as skilledSpaceAztecs } from "../space-aztecs/bots/skilled.ts";
import { easy as easyTieqchieq } from "../tieqchieq/bots/easy.ts";
import { skilled as skilledTieqchieq } from "../tieqchieq/bots/skilled.ts";

export { type Bot, limitThoughts, type MayThink, type RandomBelow, randomFrom } from "./bot.ts";

const flowerWar = { easy: easyFlowerWar, skilled: skilledFlowerWar } as const;

/** The bots of each game, by the game's name and the bot's kind. */
export const bots = {
  "flower-war": flowerWar,
  mexica: flowerWar,
  "space-aztecs": { easy: easySpaceAztecs, skilled: skilledSpaceAztecs },
  tieqchieq: { easy: easyTieqchieq, skilled: skilledTieqchieq },
} as const;
