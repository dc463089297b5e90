import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Seat, View } from "./vocabulary.ts";

/** What a viewer may see of a match: all but where future coins come from (canon section 10). */
export function view({ table }: State, viewer: Seat | "public"): View {
  return { table, seat: viewer === "public" ? null : viewer };
}

/** An event as everybody sees it: without the position of chance. */
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
    case "ended":
      return event;
  }
}
