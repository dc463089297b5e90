import { flowerWar as flowerWarGame, mexica } from "../flower-war/index.ts";
import type { Command, View } from "../flower-war/vocabulary.ts";
import { groupAlike } from "../flower-war/bots/alike.ts";
import { determinise as determiniseFlowerWar } from "../flower-war/bots/determinise.ts";
import { easy as easyFlowerWar } from "../flower-war/bots/easy.ts";
import { withNewChance as withNewDice } from "../flower-war/bots/new-chance.ts";
import { rank as rankFlowerWar, skilled as skilledFlowerWar } from "../flower-war/bots/skilled.ts";
import { determinise as determiniseSpaceAztecs } from "../space-aztecs/bots/determinise.ts";
import { easy as easySpaceAztecs } from "../space-aztecs/bots/easy.ts";
import { rank as rankSpaceAztecs, skilled as skilledSpaceAztecs } from "../space-aztecs/bots/skilled.ts";
import { spaceAztecs } from "../space-aztecs/index.ts";
import { easy as easyTieqchieq } from "../tieqchieq/bots/easy.ts";
import {
  determinise as determiniseTieqchieq,
  withNewChance as withNewCoins,
} from "../tieqchieq/bots/new-chance.ts";
import { skilled as skilledTieqchieq } from "../tieqchieq/bots/skilled.ts";
import { rank as rankTieqchieq, strong as strongTieqchieq } from "../tieqchieq/bots/strong.ts";
import { tieqchieq } from "../tieqchieq/index.ts";
import type { GameTypes } from "../game.ts";
import { type Advice, type Advised, type Advising, adviseSeat } from "./advice.ts";
import type { RandomBelow } from "./bot.ts";
import type { PlayedOn } from "./chances.ts";
import {
  estimatePosition,
  type FinishedRecord,
  type PositionEstimate,
  type Review,
  reviewMatch,
} from "./review.ts";

export type { PositionEstimate, Review } from "./review.ts";
export { type Bot, limitThoughts, type MayThink, type RandomBelow, randomFrom } from "./bot.ts";

const flowerWar = { easy: easyFlowerWar, skilled: skilledFlowerWar, strong: skilledFlowerWar } as const;

/** The bots of each game, by the game's name and the bot's kind. A strong one is meant to have more thoughts than a skilled one. */
export const bots = {
  "flower-war": flowerWar,
  mexica: flowerWar,
  "space-aztecs": { easy: easySpaceAztecs, skilled: skilledSpaceAztecs, strong: skilledSpaceAztecs },
  tieqchieq: { easy: easyTieqchieq, skilled: skilledTieqchieq, strong: strongTieqchieq },
} as const;

const flowerWarAdvising = {
  ...flowerWar,
  rank: rankFlowerWar,
  groupAlike: (commands: readonly Command[], { hand }: View) => groupAlike(commands, hand),
  determinise: determiniseFlowerWar,
};

/** What reviews and advice of each game are made with. In Space Aztecs all chance is in the deal, which was as it was. */
const ADVISING = {
  "flower-war": { game: flowerWarGame, ...flowerWarAdvising, withNewChance: withNewDice },
  mexica: { game: mexica, ...flowerWarAdvising, withNewChance: withNewDice },
  "space-aztecs": {
    game: spaceAztecs,
    ...bots["space-aztecs"],
    rank: rankSpaceAztecs,
    determinise: determiniseSpaceAztecs,
    withNewChance: (state: object) => state,
  },
  tieqchieq: {
    game: tieqchieq,
    ...bots.tieqchieq,
    rank: rankTieqchieq,
    determinise: determiniseTieqchieq,
    withNewChance: withNewCoins,
  },
} as const;

/** Reviews a match of one of our games, as `reviewMatch` does. */
export function review(
  game: keyof typeof ADVISING,
  record: FinishedRecord,
  random: RandomBelow,
  spent: () => number,
): Generator<Review, void> {
  return reviewMatch(ADVISING[game] as unknown as PlayedOn<GameTypes>, record, random, spent);
}

/** Estimates a position of one of our games, as `estimatePosition` does. */
export function estimate(
  game: keyof typeof ADVISING,
  state: object,
  seats: readonly string[],
  random: RandomBelow,
  spent: () => number,
): Generator<PositionEstimate, void> {
  return estimatePosition(ADVISING[game] as unknown as PlayedOn<GameTypes>, state, seats, random, spent);
}

/** Advises a seat of one of our games, as `adviseSeat` does. */
export function advise(
  game: keyof typeof ADVISING,
  view: object,
  seat: Advised,
  random: RandomBelow,
  spent: () => number,
): readonly Advice[] {
  return adviseSeat(ADVISING[game] as unknown as Advising<GameTypes>, view, seat, random, spent);
}
