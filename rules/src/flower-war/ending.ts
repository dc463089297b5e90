import { discCount } from "./discs.ts";
import type { Event } from "./events.ts";
import { seatsInPlay, tribeOf } from "./seats.ts";
import { holdsAllSigns, signsOf } from "./signs.ts";
import { handOf, type State } from "./state.ts";
import { DECKS, type Outcome, type Seat, type Standing } from "./vocabulary.ts";

/** The apocalypse's last tick (canon section 10). */
const LAST_COUNT = 13;

/** How the match ends at the instant of a fact that is folded in already; `null` while it goes on (canon section 9). */
export function endedBy(event: Event, state: State): Outcome | null {
  const gainer = gainerOf(event);
  if (gainer !== null && holdsAllSigns(state.table, gainer, handOf(state, gainer))) {
    return outcomeOf(state, "signs", gainer);
  }
  if (event.type === "conceded") {
    const [last, ...others] = seatsInPlay(state.table);
    return last !== undefined && others.length === 0 ? outcomeOf(state, "last-tribe", last) : null;
  }
  if (event.type === "ticked" && state.table.apocalypse.count === LAST_COUNT) {
    return outcomeOf(state, "apocalypse", null);
  }
  return null;
}

/** The seat to which a fact may have brought a sign. */
function gainerOf(event: Event): Seat | null {
  switch (event.type) {
    case "disc-earned":
    case "copy-received":
    case "card-drawn":
    case "day-card-drawn":
      return event.seat;
    case "card-paid":
    case "card-taken":
      return event.to;
    default:
      return null;
  }
}

/** An ending and its standings (canon section 9). */
export function outcomeOf(state: State, by: Outcome["by"], winner: Seat | null): Outcome {
  const ranks = state.table.seats.map((seat) => ({ seat, rank: rankOf(state, seat, winner) }));
  const standings = ranks
    .map(({ seat, rank }): Standing => {
      const ahead = ranks.filter((other) => compareRanks(other.rank, rank) > 0);
      return { seat, place: 1 + ahead.length };
    })
    .sort((a, b) => a.place - b.place);
  return { by, winner, standings };
}

/** What a seat is worth in the standings: the first number that differs decides, the higher one is better. */
function rankOf(state: State, seat: Seat, winner: Seat | null): readonly number[] {
  const { skulls, cards, out } = tribeOf(state.table, seat);
  return [
    Number(seat === winner),
    Number(out === 0),
    out,
    signsOf(state.table, seat, handOf(state, seat)).length,
    discCount(state.table, seat),
    skulls,
    DECKS.reduce((sum, deck) => sum + cards[deck], 0),
  ];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}
