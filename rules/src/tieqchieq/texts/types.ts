import type { Text } from "../../texts/format.ts";
import type {
  CommandText,
  ConditionText,
  OptionTexts,
  RefusalText,
  RulesSection,
  ThingText,
  SeatText,
  SeatPairText,
} from "../../texts/forms.ts";
import type { ConditionCode } from "../conditions.ts";
import type { Decision, Options, Outcome, RefusalCode, Seat } from "../vocabulary.ts";

/** What a square is to the colour that looks at it, and the places off the board. */
export const PLACES = [
  "plain",
  "territory-own",
  "territory-enemy",
  "plus",
  "plus-other",
  "ring",
  "sun",
  "dot",
  "home",
] as const;
export type PlaceKind = (typeof PLACES)[number];

/** Where an act ends. */
export type LandingKey = "plain" | "plus" | "ring" | "sun" | "home" | "battle";

/** The things that a newcomer asks about. */
export const THINGS = ["token", "reserve", "coins", "roll", "price", "path", "battle", "extra-turn"] as const;
export type ThingId = (typeof THINGS)[number];

/** The sections of the rules page, in their order. */
export const SECTIONS = ["goal", "board", "turn", "prices", "battle", "squares", "end"] as const;
export type SectionId = (typeof SECTIONS)[number];

/** Events about one seat, `{who}`. */
export const SEAT_EVENTS = [
  "tossed",
  "tossed-nothing",
  "introduced",
  "moved",
  "came-home",
  "plus-reached",
  "stayed",
  "turn-began",
  "extra-turn-began",
  "conceded",
] as const;

/** Events between both seats, `{who}` and `{whom}`. */
export const SEAT_PAIR_EVENTS = [
  "battle-won",
  "battle-lost",
  "outcome-home",
  "outcome-last-seat",
  "outcome-tosses",
] as const;

type Texts<K extends string, V> = { readonly [Key in K]: V };

/** What the table of Tıeqchıeq says in one language: JSON data, slots in braces. */
export interface TieqchieqTexts {
  /** A BCP 47 tag, for `format`. */
  readonly language: string;
  readonly game: ThingText;
  readonly seats: Texts<Seat, ThingText>;
  /** The shape of each seat's tokens. */
  readonly shapes: Texts<Seat, string>;
  /** What the coins of a battle show. */
  readonly sides: Texts<Seat, string>;
  readonly places: Texts<PlaceKind, ThingText>;
  readonly things: Texts<ThingId, ThingText>;
  readonly conditions: Texts<ConditionCode, ConditionText>;
  readonly decisions: Texts<Decision, SeatText>;
  readonly commands: Texts<
    "toss" | "introduce" | "move" | "plus-step" | "plus-stay" | "concede",
    CommandText
  >;
  /** What an act leads to; the slot `{landing}` of its command's text. */
  readonly landings: Texts<LandingKey, Text>;
  readonly refusals: Texts<RefusalCode, RefusalText>;
  readonly events: Texts<(typeof SEAT_EVENTS)[number], SeatText> &
    Texts<(typeof SEAT_PAIR_EVENTS)[number], SeatPairText> &
    Texts<"outcome-draw", Text>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}

/** The texts that are read before a match: options and rules, apart from `TieqchieqTexts` so that a table does not load them. JSON data too. */
export interface TieqchieqGuide {
  readonly options: OptionTexts<Options>;
  readonly rules: Texts<SectionId, RulesSection>;
}
