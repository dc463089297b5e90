import { easy } from "./flower-war.ts";

export { type Bot, type RandomBelow, randomFrom } from "./bot.ts";

/** The bots of each game by its name, each by its kind. */
export const bots = { "flower-war": { easy }, mexica: { easy } } as const;
