import type { TableShape, Texts } from "../../texts/catalogue.ts";
import type { RefusalText, ThingText } from "../../texts/forms.ts";
import type { ConditionCode } from "../conditions.ts";
import type { Decision, Outcome, PLACES, RefusalCode, Score, Seat, SetId } from "../vocabulary.ts";

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

/** The texts of the table of Space Aztecs in one language: JSON data, slots in braces. */
export interface SpaceAztecsShape extends TableShape<Seat, ConditionCode, Decision> {
  readonly game: ThingText;
  /** Counted from 1, as people do. */
  readonly seats: Texts<Seat, string>;
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
  readonly refusals: Texts<RefusalCode, RefusalText>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}
