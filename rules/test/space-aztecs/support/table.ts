import { sortByTime } from "../../../src/space-aztecs/cards.ts";
import { cardsIn, EMPTY_CITY } from "../../../src/space-aztecs/city.ts";
import type { Event } from "../../../src/space-aztecs/index.ts";
import { type State, spaceAztecs } from "../../../src/space-aztecs/index.ts";
import { cardsInPlay, deal } from "../../../src/space-aztecs/state.ts";
import type {
  BySeat,
  Card,
  City,
  Command,
  RefusalCode,
  Seat,
  SetId,
} from "../../../src/space-aztecs/vocabulary.ts";

/**
 * A city in the canon's notation: V visible; T Temples, each with what it covers; S Saucers, each with what it took.
 */
export interface Written {
  readonly V?: string;
  readonly T?: { readonly [temple: Card]: string };
  readonly S?: { readonly [saucer: Card]: string };
  readonly codices?: string;
}

/** What matters in a round in which all seats choose; everything else is as after a deal. */
export interface Wanted {
  readonly seats?: number;
  readonly removed?: SetId;
  readonly starting?: Seat;
  readonly saucersPlayed?: number;
  readonly cities?: BySeat<Written>;
  /** The card in each seat's pile that it will choose. */
  readonly choices?: BySeat<Card>;
  /** The cards of each place's pile, with all others in the box; index 0 is place 1. */
  readonly piles?: readonly (readonly Card[])[];
}

const cards = (text = ""): readonly Card[] => text.split(" ").filter((card) => card !== "");

export function cityOf({ V, T = {}, S = {}, codices }: Written): City {
  return {
    ...EMPTY_CITY,
    visible: cards(V),
    temples: Object.entries(T).map(([card, covers]) => ({ card, covers: cards(covers) })),
    saucers: Object.entries(S).map(([card, took]) => ({ card, took: cards(took) })),
    codices: cards(codices),
  };
}

/** Returns a match whose seats take piles next. */
export function table({ seats = 3, removed = "G", starting = "0", ...wanted }: Wanted = {}): State {
  const options = { removedSet: removed, codex: true };
  const dealt = deal(options, seats, () => 0);
  const cities = Object.fromEntries(
    dealt.table.seats.map((seat) => [seat, cityOf(wanted.cities?.[seat] ?? {})]),
  );
  const out = Object.values(cities).flatMap(cardsIn);
  const choices = Object.values(wanted.choices ?? {});
  const left = cardsInPlay(options, dealt.table.removed).filter(
    (card) => !out.includes(card) && !choices.includes(card),
  );
  const piles =
    wanted.piles ??
    dealt.hidden.piles.map((_, place) =>
      sortByTime([...choices.slice(place, place + 1), ...left.filter((_card, i) => i % 8 === place)]),
    );
  return {
    table: {
      ...dealt.table,
      starting,
      cities,
      saucersPlayed: wanted.saucersPlayed ?? 0,
      places: piles.map(({ length }) => ({ cards: length, heldBy: null })),
    },
    hidden: { piles, chosen: {}, box: [] },
  };
}

export interface Played {
  readonly state: State;
  readonly events: readonly Event[];
}

/** Plays a command that must be accepted. */
export function play(state: State, seat: Seat, command: Command): Played {
  const decided = spaceAztecs.decide(state, seat, command);
  if (decided.events === undefined) {
    throw new Error(`${seat}'s ${JSON.stringify(command)} is refused: ${decided.refused}`);
  }
  return decided;
}

/** Lets every seat take the pile with its choice. */
export function holding(wanted: Wanted): State {
  let state = table(wanted);
  const choices = Object.values(wanted.choices ?? {});
  for (
    let [awaited] = spaceAztecs.awaiting(state);
    awaited?.decision === "take";
    [awaited] = spaceAztecs.awaiting(state)
  ) {
    const card = wanted.choices?.[awaited.seat] ?? "";
    state = play(state, awaited.seat, { type: "take", place: 1 + choices.indexOf(card) }).state;
  }
  return state;
}

/** Lets every seat take the pile with its choice and choose it, up to the next decision. */
export function round(wanted: Wanted): Played {
  let played: Played = { state: holding(wanted), events: [] };
  for (const seat of played.state.table.seats) {
    const card = wanted.choices?.[seat];
    if (card === undefined) throw new Error(`${seat} needs a choice`);
    const { state, events } = play(played.state, seat, { type: "choose", card });
    played = { state, events: [...played.events, ...events] };
  }
  return played;
}

/** Returns the code with which a command is refused; `null` if it is accepted. */
export function refusal(state: State, seat: Seat | null, command: unknown): RefusalCode | null {
  return spaceAztecs.decide(state, seat, command).refused ?? null;
}

/** Returns the seats in the order in which their cards were turned up. */
export function order(events: readonly Event[]): readonly Seat[] {
  return events.flatMap((event) => (event.type === "card-turned-up" ? [event.seat] : []));
}
