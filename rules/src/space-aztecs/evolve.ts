import { kindOf } from "./cards.ts";
import { withCard, withCovered } from "./city.ts";
import type { Event } from "./events.ts";
import { cityOf, clockwiseFrom } from "./seats.ts";
import type { State } from "./state.ts";
import type { BySeat, Card, City, Place, Seat, Table } from "./vocabulary.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/**
 * Folds one event into a state. The new state shares everything unchanged with the old one.
 * @throws TypeError for a redacted event, which lacks fields that the fold needs
 */
export function evolve(state: State, event: Event): State {
  const { table } = state;
  switch (event.type) {
    case "round-began":
      return withTable(state, { phase: "take", round: table.round + 1, times: {} });
    case "pile-taken":
      return withTable(state, { places: withPlace(table, event.place - 1, { heldBy: event.seat }) });
    case "choosing-began":
      return withTable(state, { phase: "choose" });
    case "card-chosen":
      return applyChoice(state, event);
    case "times-told":
      return withTable(state, { phase: "resolve", times: event.times, starting: event.starting });
    case "card-turned-up":
      return applyTurnUp(state, event);
    case "asked":
      return withTable(state, { phase: event.decision });
    case "codex-laid":
      return finishCard(state, { [event.seat]: withCard(cityOf(table, event.seat), event.card) });
    case "temple-built": {
      const city = withCard(cityOf(table, event.seat), event.card);
      return finishCard(state, { [event.seat]: withCovered(city, event.card, event.covers) });
    }
    case "aztec-settled": {
      const city = withCard(cityOf(table, event.seat), event.card);
      const settled = event.under === null ? city : withCovered(city, event.under, [event.card]);
      return finishCard(state, { [event.seat]: settled });
    }
    case "saucer-left":
      return applyAbduction(state, event);
    case "conceded":
      return applyConcession(state, event.seat);
    case "ended":
      return withTable(state, { phase: "over", outcome: event.outcome });
  }
}

function withTable(state: State, fields: Partial<Table>): State {
  return { ...state, table: { ...state.table, ...fields } };
}

/** Ends the play of the current card, with these cities changed. */
function finishCard(state: State, cities: BySeat<City>): State {
  return withTable(state, {
    phase: "resolve",
    turnedUp: null,
    cities: { ...state.table.cities, ...cities },
  });
}

function withPlace({ places }: Table, index: number, fields: Partial<Place>): readonly Place[] {
  return places.map((place, i) => (i === index ? { ...place, ...fields } : place));
}

/** Sets the chosen card aside, and puts the rest of the pile back. */
function applyChoice({ table, hidden }: State, { seat, card }: EventOf<"card-chosen">): State {
  if (card === undefined) throw new TypeError("a redacted event cannot be folded");
  const index = table.places.findIndex(({ heldBy }) => heldBy === seat);
  const rest = (hidden.piles[index] ?? []).filter((each) => each !== card);
  return {
    table: {
      ...table,
      places: withPlace(table, index, { cards: rest.length, heldBy: null }),
      chosen: table.seats.filter((each) => each === seat || table.chosen.includes(each)),
    },
    hidden: {
      ...hidden,
      piles: hidden.piles.with(index, rest),
      chosen: { ...hidden.chosen, [seat]: card },
    },
  };
}

/** Turns a chosen card up. A Saucer moves into the city now, any other card later. */
function applyTurnUp({ table, hidden }: State, { seat, card }: EventOf<"card-turned-up">): State {
  const { [seat]: _, ...others } = hidden.chosen;
  const isSaucer = kindOf(card) === "saucer";
  return {
    table: {
      ...table,
      chosen: table.chosen.filter((each) => each !== seat),
      turnedUp: { seat, card },
      saucersPlayed: table.saucersPlayed + Number(isSaucer),
      cities: isSaucer ? { ...table.cities, [seat]: withCard(cityOf(table, seat), card) } : table.cities,
    },
    hidden: { ...hidden, chosen: others },
  };
}

function applyAbduction(state: State, { seat, card, took }: EventOf<"saucer-left">): State {
  const { table } = state;
  const cards = took.map((each) => each.card);
  const city = cityOf(table, seat);
  const saucers = city.saucers.map((each) => (each.card === card ? { card, took: cards } : each));
  const robbed = took.map(({ from, card: taken }) => [from, withoutVisible(table, from, taken)]);
  return finishCard(state, { ...Object.fromEntries(robbed), [seat]: { ...city, saucers } });
}

function withoutVisible(table: Table, seat: Seat, taken: Card): City {
  const city = cityOf(table, seat);
  return { ...city, visible: city.visible.filter((card) => card !== taken) };
}

/**
 * Takes a seat out: its pile goes back, its chosen card to the box, the token to the next seat in play. Its city stays
 * as it lies, with an Aztec that it was playing visible in it.
 */
function applyConcession({ table, hidden }: State, seat: Seat): State {
  const { [seat]: unplayed, ...chosen } = hidden.chosen;
  const left: Table = {
    ...table,
    places: table.places.map((place) => (place.heldBy === seat ? { ...place, heldBy: null } : place)),
    chosen: table.chosen.filter((each) => each !== seat),
    out: [...table.out, seat],
  };
  const [next = seat] = clockwiseFrom(left, table.starting);
  const after: State = {
    table: { ...left, starting: next },
    hidden: { ...hidden, chosen, box: unplayed === undefined ? hidden.box : [...hidden.box, unplayed] },
  };
  const card = table.turnedUp?.seat === seat ? table.turnedUp.card : null;
  if (card === null) return after;
  const city = cityOf(table, seat);
  return finishCard(after, kindOf(card) === "saucer" ? {} : { [seat]: withCard(city, card) });
}
