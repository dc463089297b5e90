import type { Game } from "@flower-war/rules";
import type { bots } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar, mexica } from "@flower-war/rules/flower-war";

export type GameName = "flower-war" | "mexica";
export type BotKind = keyof (typeof bots)[GameName];

/** The games that can be simulated. */
export const GAMES: { readonly [G in GameName]: Game<FlowerWar> } = { "flower-war": flowerWar, mexica };
