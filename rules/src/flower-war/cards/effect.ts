import type { God, Seat } from "../vocabulary.ts";

/**
 * What cards do, as data (canon section 7): the words that their tables are written in. effects.ts gives them meaning,
 * for the seat that played or drew the card. Skulls are always as many as there are.
 */
export type Effect =
  /** Skulls from supply. */
  | { readonly effect: "take"; readonly skulls: number }
  /** Skulls to removed. */
  | { readonly effect: "lose"; readonly skulls: number }
  /** Cards come into the hand. */
  | { readonly effect: "draw"; readonly deck: "war" | "rain"; readonly cards: number }
  /** Skulls of its own become offerings, no cards drawn. */
  | { readonly effect: "offer"; readonly god: God; readonly skulls: number }
  | { readonly effect: "offer-from-supply"; readonly god: God; readonly skulls: number }
  /** Moves on, or back by a negative number, and lands. */
  | { readonly effect: "go-forward"; readonly spaces: number }
  | { readonly effect: "go-to"; readonly space: number }
  | { readonly effect: "go-home" }
  /** Goes to a space, lands, then takes skulls from supply, twice as many if it won a battle there. */
  | { readonly effect: "raid"; readonly space: number; readonly skulls: number }
  | { readonly effect: "extra-turn" }
  /** 1 skull to each other seat. */
  | { readonly effect: "pay-everybody" }
  /** 1 skull from every seat that has more. */
  | { readonly effect: "levy" }
  /** Chooses another seat, and for an offering a god too. */
  | { readonly effect: "choose"; readonly for: "offering" | "payment"; readonly skulls: number }
  | { readonly effect: "choose"; readonly for: "discard" }
  | { readonly effect: "draw-day-card" }
  /** Battles a seat; the nearest one ahead where that is nobody else in play, or nobody is named. */
  | { readonly effect: "battle"; readonly seat: Seat | null }
  /** A copy of the disc of its space. */
  | { readonly effect: "copy-disc" }
  /** Skulls from supply onto the current space's rack. */
  | { readonly effect: "fill-rack"; readonly skulls: number }
  | { readonly effect: "launch-canoe" };
