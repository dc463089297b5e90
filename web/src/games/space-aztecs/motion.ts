import type { Event, Place, Seat, Table, View } from "@flower-war/client-sdk/space-aztecs";
import type { Flying, GameMotion, Motion } from "../../game-frame/motion/motions.ts";
import { angleOf, pointAt, RADIUS } from "./geometry.ts";
import { placeOf } from "./cities.ts";

/** ms of a card at normal speed. */
const CARD = 240;

const BACK: Flying = { sheet: "sisters", id: "back", onCard: true };

/**
 * How Space Aztecs moves: piles go to a seat and back. What the cards of a round do is shown by the window of the called times,
 * card by card.
 */
export const motion: GameMotion<View, Event> = {
  fold: (view, event) => ({ ...view, table: fold(view.table, event) }),
  motionsOf: ({ table }, event) => motionsOf(table, event),
};

/** Returns the table with what an event changes on it. */
function fold(table: Table, event: Event): Table {
  switch (event.type) {
    case "pile-taken":
      return withPlace(table, event.place, () => ({ heldBy: event.seat }));
    case "card-chosen": {
      const place = placeOf(table, event.seat);
      const chosen = { ...table, chosen: [...table.chosen, event.seat] };
      return place === null ? chosen : withPlace(chosen, place, putBack);
    }
    case "conceded": {
      const place = placeOf(table, event.seat);
      const left = {
        ...table,
        chosen: table.chosen.filter((seat) => seat !== event.seat),
        out: [...table.out, event.seat],
      };
      return place === null ? left : withPlace(left, place, () => ({ heldBy: null }));
    }
    default:
      return table;
  }
}

function motionsOf(table: Table, event: Event): readonly Motion[] {
  switch (event.type) {
    case "pile-taken":
      return [fly(pileAt(event.place), plaqueOf(event.seat))];
    case "card-chosen":
    case "conceded": {
      const place = placeOf(table, event.seat);
      return place === null ? [] : [fly(plaqueOf(event.seat), pileAt(place))];
    }
    default:
      return [];
  }
}

/** The pile without the card that was set aside. */
const putBack = ({ cards }: Place): Place => ({ cards: cards - 1, heldBy: null });

function withPlace(table: Table, number: number, change: (place: Place) => Partial<Place>): Table {
  const place = table.places[number - 1];
  if (place === undefined) return table;
  return { ...table, places: table.places.with(number - 1, { ...place, ...change(place) }) };
}

type End = Extract<Motion, { type: "fly" }>["from"];

const fly = (from: End, to: End): Motion => ({ type: "fly", drawing: BACK, from, to, ms: CARD });
const plaqueOf = (seat: Seat): string => `[data-seat="${seat}"]`;
const pileAt = (place: number): End => pointAt(RADIUS.pile, angleOf(place));
