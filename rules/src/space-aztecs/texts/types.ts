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
import type { Decision, Options, Outcome, PLACES, RefusalCode, Score, Seat, SetId } from "../vocabulary.ts";

/** Cards that read the same: of the Aztecs with a role there are several, Temples and Saucers come in every set. */
export const CARD_KINDS = [
  ...(["P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P09", "P10"] as const),
  ...(["serpent", "jaguar", "eagle"] as const),
  ...(["alien", "priest", "B04", "B07"] as const),
  ...(["archivist", "special-agent", "very-special-agent"] as const),
  ...(["temple", "saucer"] as const),
  ...(["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8"] as const),
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** The things that a newcomer asks about. */
export const THINGS = [
  "pile",
  "place",
  "time",
  "token",
  "city",
  "visible",
  "covered",
  "temple",
  "saucer",
  "saucer-limit",
  "codex",
  "counted-card",
  "box",
  "points",
] as const;
export type ThingId = (typeof THINGS)[number];

/** The sections of the rules page, in their order. */
export const SECTIONS = [
  "goal",
  "round",
  "order",
  "temples",
  "saucers",
  "agents",
  "codices",
  "sets",
  "end",
  "memory",
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** Events as sentences without a name. */
export const PLAIN_EVENTS = [
  "round-began",
  "choosing-began",
  "outcome-piles",
  "outcome-saucers",
  "outcome-last-seat",
  "winners-shared",
] as const;

/** Events about one seat, `{who}`. */
export const SEAT_EVENTS = [
  "pile-taken",
  "card-chosen",
  "card-chosen-known",
  "time-told",
  "token-taken",
  "card-turned-up",
  "codex-laid",
  "temple-built",
  "temple-empty",
  "aztec-settled",
  "aztec-sheltered",
  "saucer-empty",
  "conceded",
  "winner",
  "scored",
] as const;

/** A card: what it is, what it does in at most 14 words, and its full rule. */
export interface CardText {
  readonly name: string;
  /** Slots: `{points}` and `{sheltered}`, those of the card; `{set}`, its set's name after "visible". */
  readonly short: string;
  readonly rule: string;
}

/** A set: its colour, the colour of several Aztecs, and what its Temples and Saucers are called. */
export interface SetText extends ThingText {
  readonly plural: string;
  readonly temple: string;
  readonly saucer: string;
}

type Texts<K extends string, V> = { readonly [Key in K]: V };

/** The texts of the table of Space Aztecs in one language: JSON data, slots in braces. */
export interface SpaceAztecsTexts {
  /** A BCP 47 tag, for `format`. */
  readonly language: string;
  readonly game: ThingText;
  /** Counted from 1, as people do. */
  readonly seats: Texts<Seat, string>;
  /** The shape of each seat's token. */
  readonly shapes: Texts<Seat, string>;
  readonly sets: Texts<SetId, SetText>;
  readonly places: Texts<(typeof PLACES)[number], string>;
  readonly cards: Texts<CardKind, CardText>;
  readonly kinds: Texts<"aztec" | "temple" | "saucer" | "codex", string>;
  /** A card with its time, as its owner reads it. */
  readonly cardAtTime: string;
  /** A card in a seat's city, within a list. */
  readonly cardOf: string;
  /** The parts of a score. */
  readonly scores: Texts<keyof Score, ThingText>;
  readonly things: Texts<ThingId, ThingText>;
  readonly conditions: Texts<ConditionCode, ConditionText>;
  readonly decisions: Texts<Decision, SeatText>;
  readonly commands: Texts<
    "take" | "choose" | "shelter-covered" | "shelter-visible" | "abduct" | "concede",
    CommandText
  >;
  readonly refusals: Texts<RefusalCode, RefusalText>;
  readonly events: Texts<(typeof PLAIN_EVENTS)[number], Text> &
    Texts<(typeof SEAT_EVENTS)[number], SeatText> &
    Texts<"abducted", SeatPairText>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}

/** The texts that are read before a match: options and rules, apart from `SpaceAztecsTexts` so that a table does not load them. JSON data too. */
export interface SpaceAztecsGuide {
  readonly options: OptionTexts<Options>;
  readonly rules: Texts<SectionId, RulesSection>;
}
