/**
 * The game Tıeqchıeq (docs/rules/tieqchieq.md): types and constants as they occur in views, commands and events, the complete rules, and
 * which text says what.
 */
import type { TieqchieqTexts } from "@flower-war/rules/tieqchieq";
import type { Language } from "@flower-war/rules/texts";

export type {
  Act,
  Awaiting,
  Battle,
  BySeat,
  Coin,
  Command,
  Condition,
  ConditionCode,
  Decision,
  End,
  Event,
  Feature,
  LandingKey,
  Options,
  Outcome,
  Phase,
  PlaceKind,
  RefusalCode,
  Seat,
  Square,
  Table,
  TieqchieqGuide,
  TieqchieqTexts,
  Tokens,
  View,
} from "@flower-war/rules/tieqchieq";
export {
  actConditions,
  battleWinner,
  canStepOn,
  commandWords,
  CONDITIONS,
  conditionSentence,
  costOf,
  DECISIONS,
  decisionSentence,
  DOT,
  ENDS,
  eventSentences,
  featureOf,
  firstUnmet,
  HOME,
  otherSeat,
  outcomeSentence,
  placeKindOf,
  plusConditions,
  readerOf,
  REFUSALS,
  refusalWords,
  SEATS,
  squareAt,
  SQUARES,
  stepOf,
  SUN,
  targetOf,
  territoryOf,
  tieqchieq,
  tossConditions,
} from "@flower-war/rules/tieqchieq";

const TEXTS = {
  en: async () => (await import("@flower-war/rules/tieqchieq/texts/en")).en,
  es: async () => (await import("@flower-war/rules/tieqchieq/texts/es")).es,
};

/** Loads what a table of the game says in a language, as data. In a bundle each language is a chunk of its own. */
export const loadTexts = (language: Language): Promise<TieqchieqTexts> => TEXTS[language]();
