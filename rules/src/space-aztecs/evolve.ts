import { kindOf } from "./cards.ts";
import { withCard, withCovered } from "./city.ts";
import type { Event } from "./events.ts";
import { cityOf } from "./seats.ts";
import type { State } from "./state.ts";
import type { BySeat, Card, City, Place, Seat, Table } from "./vocabulary.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/**
 * Folds one fact in: a new state that shares with the old one all that did not change. Takes whole events; a redacted one
 * is our bug.
 */
export function evolve(state: State, event: Event): State {
  const { table } = state;
  switch (event.type) {
    case "round-began":
      return changed(state, { phase: "take", round: table.round + 1, times: {} });
    case "pile-taken":
      return changed(state, { places: placed(table, event.place - 1, { heldBy: event.seat }) });
    case "choosing-began":
      return changed(state, { phase: "choose" });
    case "card-chosen":
      return chosen(state, event);
    case "times-told":
      return changed(state, { phase: "resolve", times: event.times, starting: event.starting });
    case "card-turned-up":
      return turnedUp(state, event);
    case "asked":
      return changed(state, { phase: event.decision });
    case "codex-laid":
      return played(state, { [event.seat]: withCard(cityOf(table, event.seat), event.card) });
    case "temple-built": {
      const city = withCard(cityOf(table, event.seat), event.card);
      return played(state, { [event.seat]: withCovered(city, event.card, event.covers) });
    }
    case "aztec-settled": {
      const city = withCard(cityOf(table, event.seat), event.card);
      const settled = event.under === null ? city : withCovered(city, event.under, [event.card]);
      return played(state, { [event.seat]: settled });
    }
    case "saucer-left":
      return abducted(state, event);
    case "ended":
      return changed(state, { phase: "over", outcome: event.outcome });
  }
}

function changed(state: State, fields: Partial<Table>): State {
  return { ...state, table: { ...state.table, ...fields } };
}

/** The card that was being played is done, and these cities are new. */
function played(state: State, cities: BySeat<City>): State {
  return changed(state, {
    phase: "resolve",
    turnedUp: null,
    cities: { ...state.table.cities, ...cities },
  });
}

function placed({ places }: Table, index: number, fields: Partial<Place>): readonly Place[] {
  return places.map((place, i) => (i === index ? { ...place, ...fields } : place));
}

/** The card is set aside, the rest of the pile goes back to its place. */
function chosen({ table, hidden }: State, { seat, card }: EventOf<"card-chosen">): State {
  if (card === undefined) throw new TypeError("only the whole event says which card was chosen");
  const index = table.places.findIndex(({ heldBy }) => heldBy === seat);
  const rest = (hidden.piles[index] ?? []).filter((each) => each !== card);
  return {
    table: {
      ...table,
      places: placed(table, index, { cards: rest.length, heldBy: null }),
      chosen: table.seats.filter((each) => each === seat || table.chosen.includes(each)),
    },
    hidden: {
      piles: hidden.piles.with(index, rest),
      chosen: { ...hidden.chosen, [seat]: card },
    },
  };
}

/** Face up before its seat: a Saucer in the city, any other card not yet. */
function turnedUp({ table, hidden }: State, { seat, card }: EventOf<"card-turned-up">): State {
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

function abducted(state: State, { seat, card, took }: EventOf<"saucer-left">): State {
  const { table } = state;
  const cards = took.map((each) => each.card);
  const city = cityOf(table, seat);
  const saucers = city.saucers.map((each) => (each.card === card ? { card, took: cards } : each));
  const robbed = took.map(({ from, card: taken }) => [from, without(table, from, taken)]);
  return played(state, { ...Object.fromEntries(robbed), [seat]: { ...city, saucers } });
}

function without(table: Table, seat: Seat, taken: Card): City {
  const city = cityOf(table, seat);
  return { ...city, visible: city.visible.filter((card) => card !== taken) };
}
