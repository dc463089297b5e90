import type { Game } from "../game.ts";
import type { Preset } from "../presets.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { legal } from "./legal.ts";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS } from "./options.ts";
import { FLOWER_WAR, FLOWER_WAR_PRESETS, type Form, MEXICA, MEXICA_PRESETS } from "./presets.ts";
import { seatsFor } from "./seats.ts";
import { setup } from "./setup.ts";
import type { FlowerWar } from "./state.ts";
import { QUIET, redact, view } from "./view.ts";
import type { Options } from "./vocabulary.ts";

export * from "../conditions.ts";
export { type CardFace, type CardTime, cardFace, type Day, dayOf } from "./card-face.ts";
export { CARDS } from "./cards.ts";
export * from "./conditions.ts";
export { costOf } from "./costs.ts";
export { standingsOf } from "./ending.ts";
export * from "./events.ts";
export type * from "./flow.ts";
export { legal } from "./legal.ts";
export { sacrificesLeft, tradePrice } from "./offerings.ts";
export { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS, SHORT_EVENING_OPTIONS } from "./options.ts";
export type { FlowerWar, Hidden, State } from "./state.ts";
export { type CardWords, cardWords, costSentence, type DiscWords, discWords } from "./texts/cards.ts";
export { commandWords, conditionSentence, decisionSentence, refusalWords } from "./texts/decisions.ts";
export type { FlowerWarTexts } from "./texts/en.ts";
export { eventSentences, outcomeSentence, type TellingOptions } from "./texts/events.ts";
export type { FlowerWarGuide } from "./texts/guide/en.ts";
export { cardName, readerOf, spaceName } from "./texts/names.ts";
export { spaceSentences } from "./texts/spaces.ts";
export * from "./vocabulary.ts";

/** Flower War (docs/rules/flower-war.md) with the preset `flower-war`. */
export const flowerWar: Game<FlowerWar> = defineGame(FLOWER_WAR, FLOWER_WAR_OPTIONS, FLOWER_WAR_PRESETS);

/** The same rules with the preset `mexica`. */
export const mexica: Game<FlowerWar> = defineGame(MEXICA, MEXICA_OPTIONS, MEXICA_PRESETS);

function defineGame(
  { name, seats }: Form,
  options: Game<FlowerWar>["options"],
  presets: readonly Preset<Options>[],
): Game<FlowerWar> {
  return {
    name,
    seats,
    seatsFor,
    options,
    presets,
    setup,
    awaiting: ({ table }) => (table.awaiting === null ? [] : [table.awaiting]),
    legal,
    decide,
    evolve,
    fallback,
    outcome: ({ table }) => table.outcome,
    view,
    redact,
    quiet: QUIET,
  };
}
