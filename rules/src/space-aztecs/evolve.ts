import { kindOf } from "./cards.ts";
import { withCard, withCovered } from "./city.ts";
import type { Event } from "./events.ts";
import { cityOf, clockwiseFrom } from "./seats.ts";
import type { Hidden, State } from "./state.ts";
import type { BySeat, Card, City, Place, Seat, Table } from "./vocabulary.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/**
 * Folds one event into a state. The new state shares everything unchanged with the old one.
 * @throws TypeError for a redacted event, which lacks fields that the fold needs
 */
export function evolve(state: State, event: Event): State {
  return { table: evolveTable(state.table, event), hidden: evolveHidden(state, event) };
}

/** Folds one event, which may be redacted, into the table, which has all that seats see. */
export function evolveTable(table: Table, event: Event): Table {
  switch (event.type) {
    case "round-began":
      return { ...table, phase: "take", round: table.round + 1, times: {} };
    case "pile-taken":
      return { ...table, places: withPlace(table, event.place - 1, { heldBy: event.seat }) };
    case "choosing-began":
      return { ...table, phase: "choose" };
    case "card-chosen":
      return applyChoice(table, event);
    case "times-told":
      return { ...table, phase: "resolve", times: event.times, starting: event.starting };
    case "card-turned-up":
      return applyTurnUp(table, event);
    case "asked":
      return { ...table, phase: event.decision };
    case "codex-laid":
      return finishCard(table, { [event.seat]: withCard(cityOf(table, event.seat), event.card) });
    case "temple-built": {
      const city = withCard(cityOf(table, event.seat), event.card);
      return finishCard(table, { [event.seat]: withCovered(city, event.card, event.covers) });
    }
    case "aztec-settled": {
      const city = withCard(cityOf(table, event.seat), event.card);
      const settled = event.under === null ? city : withCovered(city, event.under, [event.card]);
      return finishCard(table, { [event.seat]: settled });
    }
    case "saucer-left":
      return applyAbduction(table, event);
    case "conceded":
      return applyConcession(table, event.seat);
    case "ended":
      return { ...table, phase: "over", outcome: event.outcome };
  }
}

function evolveHidden({ table, hidden }: State, event: Event): Hidden {
  switch (event.type) {
    case "card-chosen": {
      const { seat, card } = event;
      if (card === undefined) throw new TypeError("a redacted event cannot be folded");
      const index = placeOf(table, seat);
      const rest = (hidden.piles[index] ?? []).filter((each) => each !== card);
      return {
        ...hidden,
        piles: hidden.piles.with(index, rest),
        chosen: { ...hidden.chosen, [seat]: card },
      };
    }
    case "card-turned-up": {
      const { [event.seat]: _, ...chosen } = hidden.chosen;
      return { ...hidden, chosen };
    }
    case "conceded": {
      const { [event.seat]: unplayed, ...chosen } = hidden.chosen;
      return { ...hidden, chosen, box: unplayed === undefined ? hidden.box : [...hidden.box, unplayed] };
    }
    default:
      return hidden;
  }
}

/** Returns the index of the place whose pile a seat holds. */
const placeOf = ({ places }: Table, seat: Seat): number => places.findIndex(({ heldBy }) => heldBy === seat);

/** Ends the play of the current card, with these cities changed. */
function finishCard(table: Table, cities: BySeat<City>): Table {
  return { ...table, phase: "resolve", turnedUp: null, cities: { ...table.cities, ...cities } };
}

function withPlace({ places }: Table, index: number, fields: Partial<Place>): readonly Place[] {
  return places.map((place, i) => (i === index ? { ...place, ...fields } : place));
}

/** Sets the chosen card aside, and puts the rest of the pile back. */
function applyChoice(table: Table, { seat }: EventOf<"card-chosen">): Table {
  const index = placeOf(table, seat);
  const { cards = 1 } = table.places[index] ?? {};
  return {
    ...table,
    places: withPlace(table, index, { cards: cards - 1, heldBy: null }),
    chosen: table.seats.filter((each) => each === seat || table.chosen.includes(each)),
  };
}

/** Turns a chosen card up. A Saucer moves into the city now, any other card later. */
function applyTurnUp(table: Table, { seat, card }: EventOf<"card-turned-up">): Table {
  const isSaucer = kindOf(card) === "saucer";
  return {
    ...table,
    chosen: table.chosen.filter((each) => each !== seat),
    turnedUp: { seat, card },
    saucersPlayed: table.saucersPlayed + Number(isSaucer),
    cities: isSaucer ? { ...table.cities, [seat]: withCard(cityOf(table, seat), card) } : table.cities,
  };
}

function applyAbduction(table: Table, { seat, card, took }: EventOf<"saucer-left">): Table {
  const cards = took.map((each) => each.card);
  const city = cityOf(table, seat);
  const saucers = city.saucers.map((each) => (each.card === card ? { card, took: cards } : each));
  const robbed = took.map(({ from, card: taken }) => [from, withoutVisible(table, from, taken)]);
  return finishCard(table, { ...Object.fromEntries(robbed), [seat]: { ...city, saucers } });
}

function withoutVisible(table: Table, seat: Seat, taken: Card): City {
  const city = cityOf(table, seat);
  return { ...city, visible: city.visible.filter((card) => card !== taken) };
}

/**
 * Takes a seat out: its pile goes back, its chosen card to the box, the token to the next seat in play. Its city stays
 * as it lies, with an Aztec that it was playing visible in it.
 */
function applyConcession(table: Table, seat: Seat): Table {
  const left: Table = {
    ...table,
    places: table.places.map((place) => (place.heldBy === seat ? { ...place, heldBy: null } : place)),
    chosen: table.chosen.filter((each) => each !== seat),
    out: [...table.out, seat],
  };
  const [next = seat] = clockwiseFrom(left, table.starting);
  const after: Table = { ...left, starting: next };
  const card = table.turnedUp?.seat === seat ? table.turnedUp.card : null;
  if (card === null) return after;
  const city = cityOf(table, seat);
  return finishCard(after, kindOf(card) === "saucer" ? {} : { [seat]: withCard(city, card) });
}
