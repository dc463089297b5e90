import type { Bot } from "../../bots/bot.ts";
import type { FlowerWar } from "../state.ts";
import { easy } from "./easy.ts";
import { skilled } from "./skilled.ts";

/** The bots for Flower War, by kind. */
export const flowerWarBots = { easy, skilled } as const satisfies { readonly [kind: string]: Bot<FlowerWar> };
