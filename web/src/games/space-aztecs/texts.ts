import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import type { SpaceAztecsTexts } from "@flower-war/client-sdk/space-aztecs/texts";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import type { Language } from "../../texts/index.ts";
import type { Person } from "./scene.ts";

let loaded: SpaceAztecsTexts | null = null;

/** Loads the game's texts in a language and makes them the ones that `texts` returns. */
export async function loadTexts(language: Language): Promise<void> {
  loaded = await LOADERS[language]();
}

/** The game's texts in the page's language. They are loaded before the game's first part is drawn. */
export function texts(): SpaceAztecsTexts {
  if (loaded === null) throw new Error("the texts of Space Aztecs are not loaded");
  return loaded;
}

/** A sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** Who reads, and how the seats are called: by their players' names, or by their own. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  return { seat, nameOf: (other) => names.get(other) || texts().seats[other] };
}

const LOADERS: { readonly [L in Language]: () => Promise<SpaceAztecsTexts> } = {
  en: async () => (await import("@flower-war/client-sdk/space-aztecs/texts/en")).en,
  es: async () => (await import("@flower-war/client-sdk/space-aztecs/texts/es")).es,
};
