import type { Named, TableShape, Texts } from "../../texts/catalogue.ts";
import type { Text } from "../../texts/format.ts";
import type { RefusalText, SeatText, ThingText } from "../../texts/forms.ts";
import type { CardTime } from "../card-face.ts";
import type { ConditionCode } from "../conditions.ts";
import type { DiscBonus } from "../discs.ts";
import type { Decision, Deck, God, Outcome, RefusalCode, Seat, Sign, SpaceId } from "../vocabulary.ts";

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

/** The texts of the table of Flower War and Mexica in one language: JSON data, slots in braces. */
export interface FlowerWarShape extends TableShape<Seat, ConditionCode, Decision> {
  readonly games: Texts<"flower-war" | "mexica", ThingText>;
  /** Proper names; topan and mictlan are Nahuatl. */
  readonly seats: Texts<Seat, ThingText>;
  readonly gods: Texts<God, ThingText>;
  readonly signs: Texts<Sign, string>;
  /** `card`: one card of it, within a sentence and without article. */
  readonly decks: Texts<Deck, ThingText & { readonly card: string }>;
  /** What the Nahuatl names of the spaces mean; the names themselves are the ids and never translated. */
  readonly meanings: Texts<SpaceId, string>;
  /** The text of a space or its disc. */
  readonly spaceNotes: Named<Text>;
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
  /** The kinds of the War and Rain decks (canon section 7), in their order. */
  readonly cards: Named<CardText>;
  /** A drawn or kept Day card is called by its number and sign; quiahuitl 13 is a rule of its own. */
  readonly dayCards: Texts<SpaceId | "quiahuitl-13", DayCardText>;
  /** The question to a player when a card needs a target. */
  readonly targets: Texts<"seat" | "god" | "space", string>;
  readonly refusals: Texts<RefusalCode, RefusalText>;
  /** Why a match ended, as a heading. */
  readonly outcomes: Texts<Outcome["by"], string>;
}
