import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Seat, View } from "./vocabulary.ts";

/** Returns what a viewer may see of a match: everything except where future coins come from (canon section 10). */
export function view({ table }: State, viewer: Seat | "public"): View {
  return { table, seat: viewer === "public" ? null : viewer };
}

/** The events that reveal nothing (`Game.quiet`). All but coins, and a match that is over. */
export const QUIET: readonly Event["type"][] = [
  "introduced",
  "moved",
  "came-home",
  "plus-reached",
  "stayed",
  "turn-began",
];

/** Returns the public event: without the position of chance. */
export function redact(event: Event): Event {
  switch (event.type) {
    case "tossed":
      return { type: event.type, seat: event.seat, coins: event.coins };
    case "battled":
      return { type: event.type, battle: event.battle };
    case "introduced":
    case "moved":
    case "came-home":
    case "plus-reached":
    case "stayed":
    case "turn-began":
    case "conceded":
    case "ended":
      return event;
  }
}
