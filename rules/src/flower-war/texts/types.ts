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
import type { CardTime } from "../card-face.ts";
import type { ConditionCode } from "../conditions.ts";
import type { DiscBonus } from "../discs.ts";
import type {
  Command,
  Decision,
  Deck,
  God,
  Options,
  Outcome,
  RefusalCode,
  Seat,
  Sign,
  SpaceId,
} from "../vocabulary.ts";

/** The kinds of the War and Rain decks (canon section 7). */
export const HAND_CARDS = [
  "eagle",
  "macuahuitl",
  "obsidian-edge",
  "eagle-knight",
  "jaguar-knight",
  "atlatl",
  "chimalli",
  "war-drum",
  "captive",
  "feathered-retreat",
  "omen",
  "ambush",
  "xochiyaoyotl",
  "serpent",
  "tlalocs-tears",
  "chinampa",
  "spring-rain",
  "downpour",
  "drought",
  "canoe",
  "causeway",
  "offering-bowl",
  "chalchiuhtlicue",
  "mist",
  "tlaloque",
] as const;
export type HandCard = (typeof HAND_CARDS)[number];

/** The presets that the page offers; `short` is `flower-war` with racks of 6. */
export const PRESETS = ["short", "flower-war", "mexica"] as const;
export type PresetId = (typeof PRESETS)[number];

/** The things on the table that a newcomer asks about. */
export const THINGS = [
  "skull",
  "space",
  "rack",
  "day-count",
  "supply",
  "removed",
  "lake",
  "temple",
  "offering",
  "disc",
  "copy",
  "stack",
  "lingering",
  "hand",
  "war-deck",
  "rain-deck",
  "day-deck",
  "canoe",
  "tribute",
  "battle",
  "stake",
  "signs",
  "trade",
  "extra-turn",
  "apocalypse",
  "count",
  "keeper",
  "forestalled",
  "last-round",
  "flood",
  "invasion",
] as const;
export type ThingId = (typeof THINGS)[number];

/** The sections of the rules page, in their order. */
export const SECTIONS = [
  "goal",
  "board",
  "turn",
  "landing",
  "discs",
  "offerings",
  "cards",
  "battle",
  "day-cards",
  "apocalypse",
  "catastrophes",
  "rule-changes",
  "end",
  "mexica",
  "fair",
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** Events as sentences without a name. */
export const PLAIN_EVENTS = [
  "ticked-flood",
  "ticked-invasion",
  "last-round",
  "forestalled",
  "rained",
  "shaken",
  "invaded",
  "triggered-by-discs",
  "triggered-by-offerings",
  "rule-changes",
  "every-turn-counts",
  "ruling-flood",
  "ruling-invasion",
  "ruling-none",
  "refilled",
  "refilled-lake",
  "refilled-lake-only",
  "top-card-acted",
  "top-card-spent",
  "battle-ended",
  "reshuffled",
  "offered-from-supply",
  "rack-filled",
  "outcome-apocalypse",
  "outcome-out-of-days",
] as const;

/** Events about one seat, `{who}`. */
export const SEAT_EVENTS = [
  "turn-began",
  "extra-turn-began",
  "rolled",
  "rolled-two",
  "moved",
  "moved-by-card",
  "moved-only",
  "collected",
  "disc-earned",
  "keeper",
  "passed",
  "card-played",
  "card-played-free",
  "omen-rolled",
  "card-drawn",
  "card-drawn-known",
  "day-card-drawn",
  "day-card-kept",
  "day-card-idle",
  "skulls-taken",
  "skulls-lost",
  "offered",
  "extra-turn-won",
  "canoe-launched",
  "copy-received",
  "sacrificed",
  "sacrificed-free",
  "traded",
  "discarded",
  "conceded",
  "outcome-signs",
  "outcome-last-tribe",
] as const;

/** Events between two seats, `{who}` and `{whom}`. */
export const SEAT_PAIR_EVENTS = [
  "disc-taken",
  "tribute-paid",
  "battle-began",
  "challenged",
  "battle-won",
  "stake-paid",
  "card-paid",
  "card-paid-known",
  "card-taken",
  "card-taken-known",
  "chose",
  "chose-god",
  "skulls-paid",
] as const;

/** Commands that say more, or something else, in some situations. */
export type CommandKey =
  | Command["type"]
  | "pass-challenge"
  | "choose-god"
  | "play-card-seat"
  | "play-card-god"
  | "play-card-space"
  | "sacrifice-free";

/** The text of a space or its disc. */
export type SpaceNote =
  | "rack"
  | "rack-full"
  | "rack-empty"
  | "last-skull"
  | "disc-on-board"
  | "top-card"
  | "reached-by"
  | "flooded"
  | "invaded";

/** A card of the War or Rain deck. */
export interface CardText {
  readonly name: string;
  /** The name with soft hyphens, for narrow cards; left out: it has no long word. */
  readonly hyphenated?: string;
  /** What the thing is. */
  readonly about: string;
  /** What it does, in at most 14 words. */
  readonly short: string;
  /** What it does, in full; when and for how much is said by `times` and `cost`. */
  readonly rule: string;
}

/**
 * A Day card of any number. Slots: `{skulls}` its strength, `{double}` twice that, `{cards}` to draw, `{steps}`, and
 * `{home}`, the seat of its direction.
 */
export interface DayCardText {
  readonly short: Text;
  readonly rule: Text;
}

type Texts<K extends string, V> = { readonly [Key in K]: V };

/** The texts of the table of Flower War and Mexica in one language: JSON data, slots in braces. */
export interface FlowerWarTexts {
  /** A BCP 47 tag, for `format`. */
  readonly language: string;
  readonly games: Texts<"flower-war" | "mexica", ThingText>;
  /** Proper names; topan and mictlan are Nahuatl. */
  readonly seats: Texts<Seat, ThingText>;
  /** The shape of each seat's token. */
  readonly shapes: Texts<Seat, string>;
  readonly gods: Texts<God, ThingText>;
  readonly signs: Texts<Sign, string>;
  /** `card`: one card of it, within a sentence and without article. */
  readonly decks: Texts<Deck, ThingText & { readonly card: string }>;
  /** What the Nahuatl names of the spaces mean; the names themselves are the ids and never translated. */
  readonly meanings: Texts<SpaceId, string>;
  readonly spaceNotes: Texts<SpaceNote, Text>;
  readonly discHeld: SeatText;
  readonly discs: {
    readonly earned: string;
    readonly tribute: string;
    /** For the discs that are signs too. Slot: `{sign}`. */
    readonly sign: string;
    readonly bonuses: Texts<DiscBonus, { readonly short: string; readonly rule: string }>;
    /** The rule that each disc changes for all seats if it triggers the apocalypse. */
    readonly changes: Texts<SpaceId, string>;
  };
  readonly times: Texts<CardTime, { readonly short: string; readonly rule: string }>;
  /** What a card costs: nothing, or skulls. */
  readonly cost: { readonly free: string; readonly paid: Text };
  readonly copies: Text;
  readonly lingering: string;
  readonly cards: Texts<HandCard, CardText>;
  /** A drawn or kept Day card is called by its number and sign; quiahuitl 13 is a rule of its own. */
  readonly dayCards: Texts<SpaceId | "quiahuitl-13", DayCardText>;
  readonly things: Texts<ThingId, ThingText>;
  readonly conditions: Texts<ConditionCode, ConditionText>;
  /** The question to a player when a card needs a target. */
  readonly targets: Texts<"seat" | "god" | "space", string>;
  readonly decisions: Texts<Decision, SeatText>;
  readonly commands: Texts<CommandKey, CommandText>;
  readonly refusals: Texts<RefusalCode, RefusalText>;
  readonly events: Texts<(typeof PLAIN_EVENTS)[number], Text> &
    Texts<(typeof SEAT_EVENTS)[number], SeatText> &
    Texts<(typeof SEAT_PAIR_EVENTS)[number], SeatPairText>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}

/** The texts that are read before a match: options and rules, apart from `FlowerWarTexts` so that a table does not load them. JSON data too. */
export interface FlowerWarGuide {
  readonly presets: Texts<PresetId, ThingText>;
  readonly options: OptionTexts<Options>;
  readonly rules: Texts<SectionId, RulesSection>;
}
