import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import type { TieqchieqTexts } from "@flower-war/client-sdk/tieqchieq/texts";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import type { Language } from "../../texts/index.ts";
import type { Person } from "./scene.ts";

let loaded: TieqchieqTexts | null = null;

/** Loads the game's texts in a language and makes them the ones that `texts` returns. */
export async function loadTexts(language: Language): Promise<void> {
  loaded = await LOADERS[language]();
}

/** Returns the game's texts in the page's language. They are loaded before the game's first part is drawn. */
export function texts(): TieqchieqTexts {
  if (loaded === null) throw new Error("the texts of Tıeqchıeq are not loaded");
  return loaded;
}

/** Returns a sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** Returns who reads, and how the seats are called: by their players' names, or by their colours. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  return { seat, nameOf: (other) => names.get(other) || texts().seats[other].name };
}

const LOADERS: { readonly [L in Language]: () => Promise<TieqchieqTexts> } = {
  en: async () => (await import("@flower-war/client-sdk/tieqchieq/texts/en")).en,
  es: async () => (await import("@flower-war/client-sdk/tieqchieq/texts/es")).es,
};
