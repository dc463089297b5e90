import type { Bot } from "../../bots/bot.ts";
import type { Tieqchieq } from "../state.ts";
import { easy } from "./easy.ts";
import { skilled } from "./skilled.ts";

/** The bots for Tıeqchıeq, by kind. */
export const tieqchieqBots = { easy, skilled } as const satisfies { readonly [kind: string]: Bot<Tieqchieq> };
