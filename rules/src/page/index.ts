import { hasWords } from "./has-words.ts";
import type { Game, GameTypes } from "../game.ts";
import type { OptionTexts, RulesSection, SeatText, ThingText } from "../texts/forms.ts";
import type { Text } from "../texts/format.ts";
import type { Language } from "../texts/languages.ts";

/**
 * What a page needs to show a game that it does not know (docs/add-a-game.md): its rules, what lies on the table as data, and words. The
 * page draws it. Like the rules it is pure, for it runs in browsers.
 */
export interface GamePage<T extends GameTypes = GameTypes> {
  readonly game: Game<T>;
  /** The words by language. Who reads another language gets the English ones. */
  readonly texts: { readonly [L in Exclude<Language, "en">]?: PageTexts<T> } & { readonly en: PageTexts<T> };
  /** Returns what lies on the table as a viewer sees it, in the order in which it is shown. */
  show(view: T["view"]): readonly Zone<T>[];
}

/** A place on the table and what lies there. Those of the viewer's own seat with cards are their hand. */
export interface Zone<T extends GameTypes = GameTypes> {
  /** Its name in `texts.zones`; no two zones of a seat have the same. */
  readonly name: string;
  /** Whose it is; left out: the table's, in the middle. */
  readonly seat?: T["seat"];
  readonly things: readonly Thing<T>[];
}

/**
 * A thing in a zone. `name` is its name in `texts.things`. With a `command` that is legal now it is a button that sends it; the action panel
 * has buttons for all other commands.
 */
export type Thing<T extends GameTypes = GameTypes> =
  /** `name` `null`: its back. `count`: so many alike, default 1. */
  | {
      readonly kind: "card";
      readonly name: string | null;
      readonly count?: number;
      readonly command?: T["command"];
    }
  /** `seat`: in whose colour; left out: in none. */
  | {
      readonly kind: "piece";
      readonly name: string;
      readonly count?: number;
      readonly seat?: T["seat"];
      readonly command?: T["command"];
    }
  /** `value`: 1 to 6 is drawn, any other is written. */
  | { readonly kind: "die"; readonly value: number }
  /** `of`: how many there can be; left out: it has no end. */
  | { readonly kind: "counter"; readonly name: string; readonly value: number; readonly of?: number };

/**
 * All words of a game in one language. Slots of commands and events are their fields: of a seat it is who sits there, of a thing its name, of a list
 * all of them. `{who}` is the seat in an event's field `seat`.
 */
export interface PageTexts<T extends GameTypes = GameTypes> {
  readonly title: string;
  /** What one does in it, in a sentence or two. */
  readonly lead: string;
  /** Seats without a player's name. */
  readonly seats: { readonly [S in T["seat"]]: string };
  readonly zones: { readonly [zone: string]: string };
  readonly things: { readonly [thing: string]: ThingText };
  /** What the viewer is to do, as a sentence. */
  readonly decisions: { readonly [D in T["decision"]]: string };
  /** What buttons say. */
  readonly commands: { readonly [C in T["command"]["type"]]: Text };
  /** Lines of the log, about the seat that an event names, or as all read them. `null`: it gets none. */
  readonly events: { readonly [E in T["event"]["type"]]: SeatText | Text | null };
  readonly refusals: { readonly [C in T["refusal"]]: string };
  readonly options: OptionTexts<T["options"]>;
  /** The rules for newcomers, in their order. */
  readonly rules: readonly Omit<RulesSection, "canon">[];
}

/** Returns how many seats a game's matches may have, the fewest first. */
export function seatCounts({ seats: { min, max } }: Pick<Game<GameTypes>, "seats">): readonly number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/**
 * Finds something that a page shows of a view and has no word for.
 * @returns a part of a sentence, such as `texts.en.things have no words for stick`; `null`: there are words for all
 */
export function findMissingWord(page: GamePage, view: object): string | null {
  const shown = page
    .show(view)
    .flatMap(({ name, things }) => [
      ["zones", name] as const,
      ...things.flatMap((thing) =>
        "name" in thing && thing.name !== null ? [["things", thing.name] as const] : [],
      ),
    ]);
  for (const [language, texts] of Object.entries(page.texts)) {
    const missing = shown.find(([kind, name]) => !hasWords(texts[kind], name));
    if (missing !== undefined) return `texts.${language}.${missing[0]} have no words for ${missing[1]}`;
  }
  return null;
}
