import { spaceAt, spaceNumber } from "../../src/flower-war/board.ts";
import { type Event, flowerWar, type State } from "../../src/flower-war/index.ts";
import { tribeOf } from "../../src/flower-war/seats.ts";
import type { Command, RefusalCode, Seat, Space, SpaceId, Tribe } from "../../src/flower-war/vocabulary.ts";

/** A state and the events that led to it. */
export interface Played {
  readonly state: State;
  readonly events: readonly Event[];
}

/** Plays a command that must be accepted. */
export function play(state: State, seat: Seat, command: Command): Played {
  const decided = flowerWar.decide(state, seat, command);
  if (decided.events === undefined) {
    throw new Error(`${seat}'s ${JSON.stringify(command)} is refused: ${decided.refused}`);
  }
  return decided;
}

/** Plays commands one after the other. Returns the events of all of them. */
export function playAll(state: State, moves: readonly (readonly [Seat, Command])[]): Played {
  return moves.reduce<Played>(
    (before, [seat, command]) => {
      const after = play(before.state, seat, command);
      return { state: after.state, events: [...before.events, ...after.events] };
    },
    { state, events: [] },
  );
}

/** Returns the code with which a command is refused; `null` if it is accepted. */
export function refusal(state: State, seat: Seat | null, command: unknown): RefusalCode | null {
  return flowerWar.decide(state, seat, command).refused ?? null;
}

export function tribe(state: State, seat: Seat): Tribe {
  return tribeOf(state.table, seat);
}

export function space(state: State, id: SpaceId): Space {
  return spaceAt(state.table, spaceNumber(id));
}

/** Returns the kinds of a seat's cards, in the order held. */
export function cardsOf(state: State, seat: Seat): readonly string[] {
  return flowerWar.view(state, seat).hand.map(({ card }) => card);
}

/** Returns the types of events, in order. */
export function types(events: readonly Event[]): readonly string[] {
  return events.map(({ type }) => type);
}

/** Returns the events of one type. */
export function only<T extends Event["type"]>(
  events: readonly Event[],
  type: T,
): readonly Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
}
