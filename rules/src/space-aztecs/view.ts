import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Card, Seat, View } from "./vocabulary.ts";

/**
 * Returns what a viewer may see of a match: the table, the pile it holds, and its own chosen card (canon section 9).
 */
export function view(state: State, viewer: Seat | "public"): View {
  const { table, hidden } = state;
  if (viewer === "public") return { table, seat: null, pile: NONE, chosen: null };
  return { table, seat: viewer, pile: pileOf(state, viewer), chosen: hidden.chosen[viewer] ?? null };
}

/** Returns the pile that a seat holds, by time; empty if it holds none. */
export function pileOf({ table, hidden }: State, seat: Seat): readonly Card[] {
  return hidden.piles[table.places.findIndex(({ heldBy }) => heldBy === seat)] ?? NONE;
}

/** Always the same empty list, so that comparing two views by reference shows that nothing changed. */
const NONE: readonly Card[] = [];

/** The events that reveal nothing (`Game.quiet`). All but piles that are looked into, cards that are chosen or turned up, and a match that is over. */
export const QUIET: readonly Event["type"][] = [
  "round-began",
  "choosing-began",
  "asked",
  "codex-laid",
  "temple-built",
  "aztec-settled",
  "saucer-left",
];

/** Returns an event without what this viewer may not see: a card that another seat chose. */
export function redact(event: Event, viewer: Seat | "public"): Event {
  if (event.type !== "card-chosen" || event.seat === viewer) return event;
  return { type: event.type, seat: event.seat };
}
