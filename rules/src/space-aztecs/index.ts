import type { Game } from "../game.ts";
import { defaultsOf } from "../options.ts";
import { withMinutes } from "../presets.ts";
import { awaitedOf } from "./awaiting.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { legal } from "./legal.ts";
import { SPACE_AZTECS_OPTIONS } from "./options.ts";
import { seatsFor } from "./seats.ts";
import { setup, type SpaceAztecs } from "./state.ts";
import { QUIET, redact, view } from "./view.ts";

export * from "../conditions.ts";
export { awaitedOf } from "./awaiting.ts";
export { FACES, type Face, faceOf, type Kind, kindOf, type Role, setOf } from "./cards.ts";
export { aztecsIn, cardsIn, newestTemple, visibleOf } from "./city.ts";
export * from "./conditions.ts";
export { saucerLimit } from "./ending.ts";
export type * from "./events.ts";
export { evolveTable } from "./evolve.ts";
export { legal } from "./legal.ts";
export { SPACE_AZTECS_OPTIONS } from "./options.ts";
export { PAIR, scoresOf } from "./scoring.ts";
export { othersOf } from "./seats.ts";
export type { Hidden, SpaceAztecs, State } from "./state.ts";
export { type CardWords, cardAtTime, cardKindOf, cardName, cardWords, placeName } from "./texts/cards.ts";
export type { SpaceAztecsTexts } from "./texts/en.ts";
export type { SpaceAztecsGuide } from "./texts/guide/en.ts";
export type { CardKind } from "./texts/types.ts";
export * from "./texts/words.ts";
export * from "./vocabulary.ts";

/** Space Aztecs (docs/rules/space-aztecs.md). */
export const spaceAztecs: Game<SpaceAztecs> = {
  name: "space-aztecs",
  seats: { min: 2, max: 6, default: 4 },
  seatsFor,
  options: SPACE_AZTECS_OPTIONS,
  presets: withMinutes("space-aztecs", [
    { name: "space-aztecs", options: defaultsOf({ options: SPACE_AZTECS_OPTIONS }) },
  ]),
  setup,
  awaiting: ({ table }) => awaitedOf(table),
  legal,
  decide,
  evolve,
  fallback,
  outcome: ({ table }) => table.outcome,
  view,
  redact,
  quiet: QUIET,
};
