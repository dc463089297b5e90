import type { Seat } from "@flower-war/client-sdk/flower-war";
import { format, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import { loadTexts as loadGameTexts } from "@flower-war/client-sdk/flower-war";
import { textsByLanguage } from "../../game-frame/texts-by-language.ts";
import type { Person } from "./scene.ts";

export const { loadTexts, texts } = textsByLanguage(loadGameTexts);

/** A sentence in the page's language. */
export function say({ text, values }: Sentence): string {
  return format(text, values, texts().language);
}

/** The reader, and the names of the seats: by their players' names; by their own, if a name is missing or shared. */
export function readerFor(seat: Seat | null, people: readonly Person[]): Reader<Seat> {
  const names = new Map(people.map(({ seat: each, name }) => [each, name]));
  const shared = (name: string) => people.filter((person) => person.name === name).length > 1;
  return {
    seat,
    nameOf: (other) => {
      const name = names.get(other) ?? "";
      return name === "" || shared(name) ? texts().seats[other].name : name;
    },
  };
}
