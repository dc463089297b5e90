import type { Event } from "./events.ts";
import { handOf, type State } from "./state.ts";
import type { Seat, View } from "./vocabulary.ts";

/** Returns what a viewer may see of a match: the table and its own hand (canon section 11). */
export function view(state: State, viewer: Seat | "public"): View {
  if (viewer === "public") return { table: state.table, seat: null, hand: [] };
  return { table: state.table, seat: viewer, hand: handOf(state, viewer) };
}

/** The events that reveal nothing (`Game.quiet`). All but dice, cards that are drawn, taken or shown, and a match that is over. The flow that `asked` hides follows from the table. */
export const QUIET: readonly Event["type"][] = [
  "turn-began",
  "ticked",
  "forestalled",
  "rained",
  "moved",
  "collected",
  "shaken",
  "invaded",
  "disc-earned",
  "apocalypse-triggered",
  "refilled",
  "top-card-acted",
  "tribute-paid",
  "challenged",
  "passed",
  "battle-won",
  "stake-paid",
  "battle-ended",
  "chose",
  "skulls-taken",
  "skulls-lost",
  "skulls-paid",
  "offered",
  "rack-filled",
  "extra-turn-won",
  "canoe-launched",
  "copy-received",
  "sacrificed",
  "traded",
  "asked",
];

/** Returns an event without what this viewer may not see: chance, a deck's order, the flow, and hidden cards. */
export function redact(event: Event, viewer: Seat | "public"): Event {
  switch (event.type) {
    case "rolled":
      return { type: event.type, seat: event.seat, dice: event.dice };
    case "battle-began":
      return { type: event.type, attacker: event.attacker, defender: event.defender, dice: event.dice };
    case "reshuffled":
      return { type: event.type, deck: event.deck, cards: event.cards };
    case "asked":
      return { type: event.type, awaiting: event.awaiting };
    case "card-drawn": {
      const { type, seat, deck, held } = event;
      return { type, seat, deck, ...(viewer === seat && held && { held }) };
    }
    case "card-paid":
    case "card-taken": {
      const { type, from, to, deck, gave, got } = event;
      return {
        type,
        from,
        to,
        deck,
        ...(viewer === from && gave && { gave }),
        ...(viewer === to && got && { got }),
      };
    }
    case "card-played": {
      const { type, seat, card, id, cost } = event;
      return { type, seat, card, cost, ...(viewer === seat && id !== undefined && { id }) };
    }
    case "battle-card-played": {
      const { type, seat, card, id, cost, roll } = event;
      return { type, seat, card, cost, roll, ...(viewer === seat && id !== undefined && { id }) };
    }
    case "discarded": {
      const { type, seat, card, id } = event;
      return { type, seat, card, ...(viewer === seat && id !== undefined && { id }) };
    }
    case "turn-began":
    case "ticked":
    case "forestalled":
    case "rained":
    case "moved":
    case "collected":
    case "shaken":
    case "invaded":
    case "disc-earned":
    case "apocalypse-triggered":
    case "refilled":
    case "top-card-acted":
    case "tribute-paid":
    case "challenged":
    case "passed":
    case "battle-won":
    case "stake-paid":
    case "battle-ended":
    case "day-card-drawn":
    case "chose":
    case "skulls-taken":
    case "skulls-lost":
    case "skulls-paid":
    case "offered":
    case "rack-filled":
    case "extra-turn-won":
    case "canoe-launched":
    case "copy-received":
    case "sacrificed":
    case "traded":
    case "conceded":
    case "ended":
      return event;
  }
}
