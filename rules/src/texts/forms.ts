import { type Sentence, slotsOf, type Text, type Values } from "./format.ts";

/** A text about one seat, the slot `{who}`: as the player of that seat reads it, and as all others do. */
export interface SeatText {
  readonly you: Text;
  readonly other: Text;
}

/** A text about a seat and another one, the slot `{whom}`: also as the player of that other seat reads it. */
export interface SeatPairText extends SeatText {
  readonly toYou: Text;
}

/** Whether something holds: the text if it does, and if it does not. */
export interface ConditionText {
  readonly met: Text;
  readonly unmet: Text;
}

/** A command as a button: what it says, and what happens then. */
export interface CommandText {
  readonly button: Text;
  readonly does: Text;
}

/** A refusal: always true, and more exact if all its slots have values. */
export interface RefusalText {
  readonly plain: string;
  readonly exact?: Text;
}

/** A section of the page that explains a game to newcomers. */
export interface RulesSection {
  readonly heading: string;
  /** The sections of the game's canon that it puts in other words, e.g. `"4, 8"`. */
  readonly canon: string;
  readonly paragraphs: readonly string[];
}

/** A thing on the table: its name, and what it is for. */
export interface ThingText {
  readonly name: string;
  readonly about: string;
}

/** A host option in words, and each of its values that is no plain number. */
export interface OptionText<V> {
  readonly label: string;
  readonly about: string;
  readonly values: number extends V ? Readonly<Record<string, never>> : OptionValueTexts<V>;
}

type OptionValueTexts<V> = { readonly [K in `${V & (string | number | boolean)}`]: string };

/** The words for every option of a game. */
export type OptionTexts<O> = { readonly [N in keyof O]: OptionText<O[N]> };

/** Who reads, and what the seats are called: the seat's name in the texts, or the name of the person on it. */
export interface Reader<Seat extends string> {
  /** `null` for a reader without a seat. */
  readonly seat: Seat | null;
  nameOf(seat: Seat): string;
}

/** Returns the form of a text about one seat for a reader. */
export function seatSentence<S extends string>(
  forms: SeatText,
  who: S,
  reader: Reader<S>,
  values: Values = {},
): Sentence {
  const text = reader.seat === who ? forms.you : forms.other;
  return { text, values: { who: reader.nameOf(who), ...values } };
}

/** Returns the form of a text about two seats for a reader. */
export function seatPairSentence<S extends string>(
  forms: SeatPairText,
  who: S,
  whom: S,
  reader: Reader<S>,
  values: Values = {},
): Sentence {
  const all = { who: reader.nameOf(who), whom: reader.nameOf(whom), ...values };
  if (reader.seat === who) return { text: forms.you, values: all };
  return { text: reader.seat === whom ? forms.toYou : forms.other, values: all };
}

/** A command in words. */
export interface CommandWords {
  readonly button: Sentence;
  readonly does: Sentence;
}

/**
 * Returns a refusal in words: the exact text if there are values for all its slots, else the one that is always true.
 */
export function refusalSentence({ plain, exact }: RefusalText, values: Values): Sentence {
  const usable = exact !== undefined && slotsOf(exact).every((slot) => values[slot] !== undefined);
  return { text: usable ? exact : plain, values };
}

/** Returns the text of an option's value; a number speaks for itself. */
export function optionValueText(
  option: { readonly values: { readonly [value: string]: string } },
  value: string | number | boolean,
): string {
  return option.values[String(value)] ?? String(value);
}
