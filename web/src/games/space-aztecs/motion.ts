import { type Event, evolveTable, type Seat, type View } from "@flower-war/client-sdk/space-aztecs";
import { endCue, type Flying, type GameMotion, type Motion } from "../../game-frame/motion/motions.ts";
import { placeOf } from "./cities.ts";
import { angleOf, pointAt, RADIUS } from "./geometry.ts";

/** ms of a card at normal speed. */
const CARD = 240;

const BACK: Flying = { sheet: "sisters", id: "back", onCard: true };

/**
 * How Space Aztecs moves: piles go to a seat and back. What the cards of a round do is shown by the window of the called times,
 * card by card.
 */
export const motion: GameMotion<View, Event> = {
  // An event that only a newer server knows folds into nothing.
  fold: (view, event) => ({ ...view, table: evolveTable(view.table, event) ?? view.table }),
  motionsOf,
};

function motionsOf({ table, seat }: View, event: Event): readonly Motion[] {
  switch (event.type) {
    case "pile-taken":
      return [fly(pileAt(event.place), plaqueOf(event.seat))];
    case "card-chosen":
    case "conceded": {
      const place = placeOf(table, event.seat);
      return place === null ? [] : [fly(plaqueOf(event.seat), pileAt(place))];
    }
    case "ended": {
      const isFirst = event.outcome.standings.some((each) => each.seat === seat && each.place === 1);
      return [endCue(seat === null ? null : isFirst, [])];
    }
    default:
      return [];
  }
}

type End = Extract<Motion, { type: "fly" }>["from"];

const fly = (from: End, to: End): Motion => ({ type: "fly", drawing: BACK, from, to, ms: CARD });
const plaqueOf = (seat: Seat): string => `[data-seat="${seat}"]`;
const pileAt = (place: number): End => pointAt(RADIUS.pile, angleOf(place));
