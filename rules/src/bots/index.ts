import { easy as easyFlowerWar } from "../flower-war/bots/easy.ts";
import { skilled as skilledFlowerWar } from "../flower-war/bots/skilled.ts";
import { easy as easySpaceAztecs } from "../space-aztecs/bots/easy.ts";
import { skilled as skilledSpaceAztecs } from "../space-aztecs/bots/skilled.ts";
import { easy as easyTieqchieq } from "../tieqchieq/bots/easy.ts";
import { skilled as skilledTieqchieq } from "../tieqchieq/bots/skilled.ts";
import { strong as strongTieqchieq } from "../tieqchieq/bots/strong.ts";

export { type Bot, limitThoughts, type MayThink, type RandomBelow, randomFrom } from "./bot.ts";

const flowerWar = { easy: easyFlowerWar, skilled: skilledFlowerWar, strong: skilledFlowerWar } as const;

/** The bots of each game, by the game's name and the bot's kind. A strong one is meant to have more thoughts than a skilled one. */
export const bots = {
  "flower-war": flowerWar,
  mexica: flowerWar,
  "space-aztecs": { easy: easySpaceAztecs, skilled: skilledSpaceAztecs, strong: skilledSpaceAztecs },
  tieqchieq: { easy: easyTieqchieq, skilled: skilledTieqchieq, strong: strongTieqchieq },
} as const;
