import { format, formatList, type Reader, type Sentence } from "@flower-war/client-sdk/texts";
import { nameInText } from "../session/bot.tsx";
import { currentLanguage, type Language } from "../texts/index.ts";

/** A game's texts, in each language that was loaded. */
export interface GameTexts<Texts, Seat extends string> {
  /** Loads the texts in a language. They are kept: the page may come back to it. */
  readonly loadTexts: (language: Language) => Promise<void>;
  /** Returns the texts in the page's language. They are loaded before the game's first part is drawn. */
  readonly texts: () => Texts;
  /** Returns a sentence in the page's language. */
  readonly say: (sentence: Sentence) => string;
  /** Returns several sentences as one paragraph. */
  readonly sayAll: (sentences: readonly Sentence[]) => string;
  /** Returns names as a list in words: "Ana, Jun and Yaotl". */
  readonly sayList: (names: readonly string[]) => string;
  /** Returns who reads, and the names of the seats: their players', or their own. */
  readonly readerFor: (viewer: Viewer<Seat>) => Reader<Seat>;
}

/** Who looks at a scene, and the people in it. */
export interface Viewer<Seat> {
  /** `null`: they watch. */
  readonly seat: Seat | null;
  readonly people: readonly { readonly seat: Seat; readonly name: string }[];
}

interface Options<Texts, Seat> {
  /** Loads the texts in a language. */
  readonly load: (language: Language) => Promise<Texts>;
  /** Returns a seat's own name. */
  readonly seatName: (texts: Texts, seat: Seat) => string;
  /** Whether seats whose players have the same name go by their own names. Default: no. */
  readonly tellsNamesakesApart?: boolean;
}

/** Gives a game its texts in the page's language. */
export function gameTexts<Texts extends { readonly language: string }, Seat extends string>({
  load,
  seatName,
  tellsNamesakesApart = false,
}: Options<Texts, Seat>): GameTexts<Texts, Seat> {
  const loaded = new Map<Language, Texts>();
  // Whoever draws a game has loaded them.
  const texts = () => loaded.get(currentLanguage()) as Texts;
  const say = ({ text, values }: Sentence) => format(text, values, texts().language);
  return {
    loadTexts: async (language) => {
      loaded.set(language, await load(language));
    },
    texts,
    say,
    sayAll: (sentences) => sentences.map(say).join(" "),
    sayList: (names) => formatList(names, texts().language),
    readerFor: ({ seat, people }) => {
      const names = new Map(people.map((person) => [person.seat, nameInText(person.name)]));
      const isShared = (name: string) => [...names.values()].filter((each) => each === name).length > 1;
      return {
        seat,
        nameOf: (other) => {
          const name = names.get(other) ?? "";
          return name === "" || (tellsNamesakesApart && isShared(name)) ? seatName(texts(), other) : name;
        },
      };
    },
  };
}

/** Returns the tip of a thing: its name, then what it is. */
export const tipOf = ({ name, about }: { readonly name: string; readonly about: string }): string =>
  `${name}\n${about}`;
