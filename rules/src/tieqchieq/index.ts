import type { Game } from "../game.ts";
import { defaultsOf } from "../options.ts";
import { withMinutes } from "../presets.ts";
import { awaitingOf, legal } from "./legal.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { TIEQCHIEQ_OPTIONS } from "./options.ts";
import { setup, type Tieqchieq } from "./state.ts";
import { QUIET, redact, view } from "./view.ts";
import { SEATS } from "./vocabulary.ts";

export * from "../conditions.ts";
export { awaitingOf, legal } from "./legal.ts";
export { battleWinner } from "./battle.ts";
export {
  costOf,
  DOT,
  ENDS,
  type End,
  type Feature,
  featureOf,
  HOME,
  otherSeat,
  SUN,
  squareAt,
  stepOf,
  territoryOf,
} from "./board.ts";
export * from "./conditions.ts";
export * from "./events.ts";
export { evolveTable } from "./evolve.ts";
export { canStepOn, targetOf } from "./movement.ts";
export { TIEQCHIEQ_OPTIONS } from "./options.ts";
export type { Hidden, State, Tieqchieq } from "./state.ts";
export type { TieqchieqTexts } from "./texts/en.ts";
export type { TieqchieqGuide } from "./texts/guide/en.ts";
export type { LandingKey, PlaceKind } from "./texts/types.ts";
export * from "./texts/words.ts";
export * from "./vocabulary.ts";

/** Tıeqchıeq (docs/rules/tieqchieq.md). */
export const tieqchieq: Game<Tieqchieq> = {
  name: "tieqchieq",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => SEATS,
  options: TIEQCHIEQ_OPTIONS,
  presets: withMinutes("tieqchieq", [
    { name: "tieqchieq", options: defaultsOf({ options: TIEQCHIEQ_OPTIONS }) },
  ]),
  setup,
  awaiting: ({ table }) => awaitingOf(table),
  legal,
  decide,
  evolve,
  fallback,
  outcome: ({ table }) => table.outcome,
  view,
  redact,
  quiet: QUIET,
};
