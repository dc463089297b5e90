import type { TableShape, Texts } from "../../texts/catalogue.ts";
import type { Text } from "../../texts/format.ts";
import type { RefusalText, ThingText } from "../../texts/forms.ts";
import type { ConditionCode } from "../conditions.ts";
import type { Decision, Outcome, RefusalCode, Seat } from "../vocabulary.ts";

/** What a square is to the colour that looks at it, and the places off the board. */
export type PlaceKind =
  | "plain"
  | "territory-own"
  | "territory-enemy"
  | "plus"
  | "plus-other"
  | "ring"
  | "sun"
  | "dot"
  | "home";

/** Where an act ends. */
export type LandingKey = "plain" | "plus" | "ring" | "sun" | "home" | "battle";

/** What the table of Tıeqchıeq says in one language: JSON data, slots in braces. */
export interface TieqchieqShape extends TableShape<Seat, ConditionCode, Decision> {
  readonly game: ThingText;
  readonly seats: Texts<Seat, ThingText>;
  /** What the coins of a battle show. */
  readonly sides: Texts<Seat, string>;
  readonly places: Texts<PlaceKind, ThingText>;
  /** What an act leads to; the slot `{landing}` of its command's text. */
  readonly landings: Texts<LandingKey, Text>;
  readonly refusals: Texts<RefusalCode, RefusalText>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}
