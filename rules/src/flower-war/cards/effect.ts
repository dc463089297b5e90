import type { God, Seat } from "../vocabulary.ts";

/**
 * The effects of cards, as data (canon section 7). effects.ts applies them for the seat that played or drew the card.
 * Numbers of skulls are upper limits: never more than there are.
 */
export type Effect =
  /** Takes skulls from supply. */
  | { readonly effect: "take"; readonly skulls: number }
  /** Loses skulls to removed. */
  | { readonly effect: "lose"; readonly skulls: number }
  /** Draws cards into the hand. */
  | { readonly effect: "draw"; readonly deck: "war" | "rain"; readonly cards: number }
  /** Makes own skulls offerings, without drawing cards. */
  | { readonly effect: "offer"; readonly god: God; readonly skulls: number }
  | { readonly effect: "offer-from-supply"; readonly god: God; readonly skulls: number }
  /** Moves ahead, or back by a negative number, and lands. */
  | { readonly effect: "go-forward"; readonly spaces: number }
  | { readonly effect: "go-to"; readonly space: number }
  | { readonly effect: "go-home" }
  /** Moves to a space, lands, then takes skulls from supply, twice as many if it won a battle there. */
  | { readonly effect: "raid"; readonly space: number; readonly skulls: number }
  | { readonly effect: "extra-turn" }
  /** Pays 1 skull to each other seat. */
  | { readonly effect: "pay-everybody" }
  /** Takes 1 skull from every seat that has more. */
  | { readonly effect: "levy" }
  /** Chooses another seat, and for an offering a god too. */
  | { readonly effect: "choose"; readonly for: "offering" | "payment"; readonly skulls: number }
  | { readonly effect: "choose"; readonly for: "discard" }
  | { readonly effect: "draw-day-card" }
  /** Battles the named seat; the nearest one ahead if no other seat in play is named. */
  | { readonly effect: "battle"; readonly seat: Seat | null }
  /** Receives a copy of the disc of its space. */
  | { readonly effect: "copy-disc" }
  /** Moves skulls from supply onto the current space's rack. */
  | { readonly effect: "fill-rack"; readonly skulls: number }
  | { readonly effect: "launch-canoe" };
