import type { Bot } from "../../bots/bot.ts";
import type { SpaceAztecs } from "../state.ts";
import { easy } from "./easy.ts";
import { skilled } from "./skilled.ts";

/** The bots for Space Aztecs, by kind. */
export const spaceAztecsBots = { easy, skilled } as const satisfies {
  readonly [kind: string]: Bot<SpaceAztecs>;
};
