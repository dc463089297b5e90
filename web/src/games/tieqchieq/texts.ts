import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import { loadTexts as loadGameTexts } from "@flower-war/client-sdk/tieqchieq";
import { textsByLanguage } from "../../game-frame/texts-by-language.ts";
import type { Person } from "./scene.ts";

export const { loadTexts, texts } = textsByLanguage(loadGameTexts);

/** Returns a sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** Returns who reads, and how the seats are called: by their players' names, or by their colours. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  return { seat, nameOf: (other) => names.get(other) || texts().seats[other].name };
}
