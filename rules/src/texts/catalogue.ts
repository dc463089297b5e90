import type { Plural, Text } from "./format.ts";
import type {
  CommandText,
  ConditionText,
  OptionTexts,
  RulesSection,
  SeatPairText,
  SeatText,
  ThingText,
} from "./forms.ts";

/* How the texts of our own games are declared. */

/**
 * Makes a text of two forms from one in which each place that differs has both words:
 * `plural("skulls", "You take {skulls} [skull|skulls].")`.
 */
// #__NO_SIDE_EFFECTS__
export function plural(by: string, text: string): Plural {
  const form = (which: "$1" | "$2") => text.replaceAll(/\[([^[|\]]*)\|([^[\]]*)\]/g, which);
  return { by, one: form("$1"), other: form("$2") };
}

/** Texts by key. */
export type Texts<K extends string, V> = { readonly [Key in K]: V };

/** Texts by keys that those in English have. */
export type Named<V> = Texts<string, V>;

/**
 * The texts of every language: those that `Shape` demands, with the keys of the English ones where it leaves them open. A language that
 * lacks a text does not compile.
 */
export type LikeEnglish<Shape, English extends Shape> = {
  readonly [P in keyof Shape]: string extends keyof Shape[P]
    ? { readonly [K in keyof English[P]]: FormOf<Shape[P][string & keyof Shape[P]], English[P][K]> }
    : Shape[P];
};

/** The form of a text in English, be it in words or with a plural. */
type FormOf<Forms, English> = English extends SeatPairText
  ? SeatPairText
  : English extends SeatText
    ? SeatText
    : Exclude<Forms, SeatText>;

/** What the tables of all games say. */
export interface TableShape<Seat extends string, Condition extends string, Decision extends string> {
  /** A BCP 47 tag, for `format`. */
  readonly language: string;
  /** The shape of each seat's token. */
  readonly shapes: Texts<Seat, string>;
  /** What a newcomer asks about. */
  readonly things: Named<ThingText>;
  readonly conditions: Texts<Condition, ConditionText>;
  readonly decisions: Texts<Decision, SeatText>;
  /** Commands by type; some say more, or something else, in some situations. */
  readonly commands: Named<CommandText>;
  /** Events as sentences, without a name, about one seat, or about two. */
  readonly events: Named<Text | SeatText | SeatPairText>;
}

/** What is read before a match, apart from the texts of a table, which does not load it. */
export interface GuideShape<Options> {
  readonly options: OptionTexts<Options>;
  /** The sections of the rules page, in their order. */
  readonly rules: Named<RulesSection>;
}
