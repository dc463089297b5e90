import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import { loadTexts as loadGameTexts } from "@flower-war/client-sdk/space-aztecs";
import { textsByLanguage } from "../../game-frame/texts-by-language.ts";
import type { Person } from "./scene.ts";

export const { loadTexts, texts } = textsByLanguage(loadGameTexts);

/** A sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** The reader, and the names of the seats: by their players' names, or by their own. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  return { seat, nameOf: (other) => names.get(other) || texts().seats[other] };
}
