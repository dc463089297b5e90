import type { TieqchieqTexts } from "@flower-war/rules/tieqchieq";
import { TEXTS } from "@flower-war/rules/tieqchieq/texts/load";
import type { Language } from "@flower-war/rules/texts";

// Apart from the entry of the game: with code in it, bundles load all of that entry together.

/** Loads what a table of the game says in a language, as data. In a bundle each language is a chunk of its own. */
export const loadTexts = (language: Language): Promise<TieqchieqTexts> => TEXTS[language]();
