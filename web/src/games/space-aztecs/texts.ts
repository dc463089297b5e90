import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import type { SpaceAztecsTexts } from "@flower-war/client-sdk/space-aztecs/texts";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import { textsByLanguage } from "../../game-frame/texts-by-language.ts";
import type { Person } from "./scene.ts";

export const { loadTexts, texts } = textsByLanguage<SpaceAztecsTexts>({
  en: async () => (await import("@flower-war/client-sdk/space-aztecs/texts/en")).en,
  es: async () => (await import("@flower-war/client-sdk/space-aztecs/texts/es")).es,
});

/** A sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** The reader, and the names of the seats: by their players' names, or by their own. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  return { seat, nameOf: (other) => names.get(other) || texts().seats[other] };
}
