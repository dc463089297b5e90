import { flowerWar as flowerWarGame, mexica } from "../flower-war/index.ts";
import { easy as easyFlowerWar } from "../flower-war/bots/easy.ts";
import { withNewChance as withNewDice } from "../flower-war/bots/new-chance.ts";
import { skilled as skilledFlowerWar } from "../flower-war/bots/skilled.ts";
import { easy as easySpaceAztecs } from "../space-aztecs/bots/easy.ts";
import { skilled as skilledSpaceAztecs } from "../space-aztecs/bots/skilled.ts";
import { spaceAztecs } from "../space-aztecs/index.ts";
import { easy as easyTieqchieq } from "../tieqchieq/bots/easy.ts";
import { withNewChance as withNewCoins } from "../tieqchieq/bots/new-chance.ts";
import { skilled as skilledTieqchieq } from "../tieqchieq/bots/skilled.ts";
import { strong as strongTieqchieq } from "../tieqchieq/bots/strong.ts";
import { tieqchieq } from "../tieqchieq/index.ts";
import type { GameTypes } from "../game.ts";
import type { RandomBelow } from "./bot.ts";
import type { PlayedOn } from "./chances.ts";
import { type FinishedRecord, type Review, reviewMatch } from "./review.ts";

export type { Review } from "./review.ts";
export { type Bot, limitThoughts, type MayThink, type RandomBelow, randomFrom } from "./bot.ts";

const flowerWar = { easy: easyFlowerWar, skilled: skilledFlowerWar, strong: skilledFlowerWar } as const;

/** The bots of each game, by the game's name and the bot's kind. A strong one is meant to have more thoughts than a skilled one. */
export const bots = {
  "flower-war": flowerWar,
  mexica: flowerWar,
  "space-aztecs": { easy: easySpaceAztecs, skilled: skilledSpaceAztecs, strong: skilledSpaceAztecs },
  tieqchieq: { easy: easyTieqchieq, skilled: skilledTieqchieq, strong: strongTieqchieq },
} as const;

/** The games of which matches can be reviewed. In Space Aztecs all chance is in the deal, which was as it was. */
const REVIEWED = {
  "flower-war": { game: flowerWarGame, ...flowerWar, withNewChance: withNewDice },
  mexica: { game: mexica, ...flowerWar, withNewChance: withNewDice },
  "space-aztecs": { game: spaceAztecs, ...bots["space-aztecs"], withNewChance: (state: object) => state },
  tieqchieq: { game: tieqchieq, ...bots.tieqchieq, withNewChance: withNewCoins },
} as const;

/** Reviews a match of one of our games, as `reviewMatch` does. */
export function review(
  game: keyof typeof REVIEWED,
  record: FinishedRecord,
  random: RandomBelow,
  spent: () => number,
): Generator<Review, void> {
  return reviewMatch(REVIEWED[game] as unknown as PlayedOn<GameTypes>, record, random, spent);
}
