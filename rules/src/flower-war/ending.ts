import { signOfCard } from "./cards.ts";
import { discCount } from "./discs.ts";
import type { Event } from "./events.ts";
import { seatsInPlay, tribeOf } from "./seats.ts";
import { holdsAllSigns, signOfDisc, signsOf } from "./signs.ts";
import { handOf, type State } from "./state.ts";
import { DECKS, type HeldCard, type Outcome, type Seat, type Sign, type Standing } from "./vocabulary.ts";

/** The apocalypse's last tick (canon section 10). */
export const LAST_COUNT = 13;

/** Returns how the match ends with an event that was just folded in; `null` while it goes on (canon section 9). */
export function findOutcome(event: Event, state: State): Outcome | null {
  switch (event.type) {
    case "disc-earned":
    case "copy-received":
      return findSignsOutcome(state, event.seat, signOfDisc(event.disc));
    case "card-drawn":
      return findSignsOutcome(state, event.seat, signOfHeld(event.held));
    case "day-card-drawn":
      return findSignsOutcome(state, event.seat, signOfCard(event.card));
    case "card-paid":
    case "card-taken":
      return findSignsOutcome(state, event.to, signOfHeld(event.got));
    case "conceded": {
      const [last, ...others] = seatsInPlay(state.table);
      return last !== undefined && others.length === 0 ? outcomeOf(state, "last-tribe", last) : null;
    }
    case "ticked":
      return event.count === LAST_COUNT ? endOfWorld(state, "apocalypse") : null;
    default:
      return null;
  }
}

/** Returns the end by signs, if the seat holds all of them now. @param gained the one that it has gained; `null`: none */
function findSignsOutcome(state: State, seat: Seat, gained: Sign | null): Outcome | null {
  if (gained === null) return null;
  return holdsAllSigns(state.table, seat, handOf(state, seat)) ? outcomeOf(state, "signs", seat) : null;
}

function signOfHeld(held: HeldCard | undefined): Sign | null {
  return held === undefined ? null : signOfCard(held.card);
}

/** Returns how a match ends that no seat has won by play: then its best tribe wins, if the option `bestTribeWins` says so (canon section 9). */
export function endOfWorld(state: State, by: "apocalypse" | "out-of-days"): Outcome {
  const outcome = outcomeOf(state, by, null);
  if (!state.table.options.bestTribeWins) return outcome;
  const [best, ...equals] = outcome.standings.filter(({ place }) => place === 1);
  return best !== undefined && equals.length === 0 ? { ...outcome, winner: best.seat } : outcome;
}

function outcomeOf(state: State, by: Outcome["by"], winner: Seat | null): Outcome {
  return { by, winner, standings: standingsOf(state, winner) };
}

/** Returns how the seats stand now, the best first (canon section 9). */
export function standingsOf(state: State, winner: Seat | null = null): readonly Standing[] {
  const ranks = state.table.seats.map((seat) => ({ seat, rank: rankOf(state, seat, winner) }));
  return ranks
    .map(({ seat, rank }): Standing => {
      const ahead = ranks.filter((other) => compareRanks(other.rank, rank) > 0);
      return { seat, place: 1 + ahead.length };
    })
    .sort((a, b) => a.place - b.place);
}

/** Returns a seat's rank in the standings, as numbers to compare one by one; higher is better. */
function rankOf(state: State, seat: Seat, winner: Seat | null): readonly number[] {
  const { skulls, cards, out, offered = 0 } = tribeOf(state.table, seat);
  return [
    Number(seat === winner),
    Number(out === 0),
    out,
    offered,
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
