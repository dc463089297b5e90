import { otherSeat, stepOf } from "./board.ts";
import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Seat, Square, Table, Tokens } from "./vocabulary.ts";

/**
 * Folds one fact in: a new state that shares with the old one all that did not change. It decides and draws nothing, so
 * that a match is replayed from its events alone. Takes whole events; a redacted one is our bug.
 */
export function evolve(state: State, event: Event): State {
  const { table } = state;
  switch (event.type) {
    case "tossed": {
      const { coins } = event;
      const roll = coins.reduce<number>((sum, coin) => sum + coin, 0);
      return changed(state, { phase: "act", roll, coins, tosses: table.tosses + 1 }, whole(event.chance));
    }
    case "introduced": {
      const { reserve, at } = table.tokens[event.seat];
      return held(state, event.seat, { reserve: reserve - 1, at: withSquare(event.seat, at, event.to) });
    }
    case "moved": {
      const rest = without(table.tokens[event.seat].at, event.from);
      return held(state, event.seat, { at: withSquare(event.seat, rest, event.to) });
    }
    case "came-home": {
      const { home, at } = table.tokens[event.seat];
      return held(state, event.seat, { home: home + 1, at: without(at, event.from) });
    }
    case "battled": {
      const { winner, square } = event.battle;
      const loser = otherSeat(winner);
      const { reserve, at } = table.tokens[loser];
      const lost = held(state, loser, { reserve: reserve + 1, at: without(at, square) });
      return changed(lost, { battle: event.battle }, whole(event.chance));
    }
    case "plus-reached":
      return changed(state, { phase: "plus", plusAt: event.at });
    case "stayed":
      return state;
    case "turn-began":
      return changed(state, { phase: "toss", turn: event.seat, roll: 0, plusAt: null });
    case "ended":
      return changed(state, { phase: "over", roll: 0, plusAt: null, outcome: event.outcome });
  }
}

function changed(state: State, table: Partial<Table>, chance = state.hidden.chance): State {
  return { table: { ...state.table, ...table }, hidden: { ...state.hidden, chance } };
}

function held(state: State, seat: Seat, tokens: Partial<Tokens>): State {
  const { table } = state;
  return changed(state, { tokens: { ...table.tokens, [seat]: { ...table.tokens[seat], ...tokens } } });
}

function withSquare(seat: Seat, at: readonly Square[], square: Square): readonly Square[] {
  return [...at, square].toSorted((one, other) => stepOf(seat, one) - stepOf(seat, other));
}

function without(at: readonly Square[], square: Square): readonly Square[] {
  return at.filter((other) => other !== square);
}

/** A field that only redacted events lack. */
function whole(chance: number | undefined): number {
  if (chance === undefined) throw new TypeError("a redacted event cannot be folded");
  return chance;
}
