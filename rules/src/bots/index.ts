import type { FlowerWar } from "../flower-war/types.ts";
import type { Bot } from "./bot.ts";
import { easy } from "./easy.ts";
import { skilled } from "./skilled.ts";

export { type Bot, type MayThink, type RandomBelow, randomFrom, thoughts } from "./bot.ts";
export { determinise } from "./determinise.ts";

const FLOWER_WAR = { easy, skilled } as const satisfies { readonly [kind: string]: Bot<FlowerWar> };

/** The bots of each game by its name, each by its kind. */
export const bots = { "flower-war": FLOWER_WAR, mexica: FLOWER_WAR } as const;
