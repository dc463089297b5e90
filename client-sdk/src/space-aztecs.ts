/**
 * The game Space Aztecs (docs/rules/space-aztecs.md): types and constants as they occur in views, commands and events, the complete rules, and
 * which text says what.
 */
import type { SpaceAztecsTexts } from "@flower-war/rules/space-aztecs";
import type { Language } from "@flower-war/rules/texts";

export type {
  Awaiting,
  BySeat,
  Card,
  CardKind,
  CardWords,
  City,
  Command,
  Condition,
  ConditionCode,
  Decision,
  Event,
  Face,
  Kind,
  Options,
  Outcome,
  Phase,
  Place,
  RefusalCode,
  Role,
  Saucer,
  Score,
  Seat,
  SetId,
  SpaceAztecsGuide,
  SpaceAztecsTexts,
  Standing,
  Table,
  Temple,
  Time,
  TurnedUp,
  View,
} from "@flower-war/rules/space-aztecs";
export {
  awaitedOf,
  cardAtTime,
  cardKindOf,
  cardName,
  cardWords,
  chooseConditions,
  commandWords,
  CONDITIONS,
  conditionSentence,
  DECISIONS,
  decisionSentence,
  eventSentences,
  faceOf,
  FACES,
  firstUnmet,
  kindOf,
  outcomeSentences,
  placeName,
  PLACES,
  readerOf,
  REFUSALS,
  refusalWords,
  saucerLimit,
  scoresOf,
  SEATS,
  setOf,
  SETS,
  spaceAztecs,
  takeConditions,
} from "@flower-war/rules/space-aztecs";

const TEXTS = {
  en: async () => (await import("@flower-war/rules/space-aztecs/texts/en")).en,
  es: async () => (await import("@flower-war/rules/space-aztecs/texts/es")).es,
};

/** Loads what a table of the game says in a language, as data. In a bundle each language is a chunk of its own. */
export const loadTexts = (language: Language): Promise<SpaceAztecsTexts> => TEXTS[language]();
