import { otherSeat, stepOf } from "./board.ts";
import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Seat, Square, Table, Tokens } from "./vocabulary.ts";

/**
 * Folds one event into a state. The new state shares everything unchanged with the old one. Nothing is decided or
 * drawn, so a match can be replayed from its events alone.
 * @throws TypeError for a redacted event, which lacks fields that the fold needs
 */
export function evolve(state: State, event: Event): State {
  const isChance = event.type === "tossed" || event.type === "battled";
  return {
    table: evolveTable(state.table, event),
    hidden: isChance ? { ...state.hidden, chance: present(event.chance) } : state.hidden,
  };
}

/** Folds one event, which may be redacted, into the table, which has all that seats see. */
export function evolveTable(table: Table, event: Event): Table {
  switch (event.type) {
    case "tossed": {
      const { coins } = event;
      const roll = coins.reduce<number>((sum, coin) => sum + coin, 0);
      return { ...table, phase: "act", roll, coins, tosses: table.tosses + 1 };
    }
    case "introduced": {
      const { reserve, at } = table.tokens[event.seat];
      return withTokens(table, event.seat, {
        reserve: reserve - 1,
        at: withSquare(event.seat, at, event.to),
      });
    }
    case "moved": {
      const rest = withoutSquare(table.tokens[event.seat].at, event.from);
      return withTokens(table, event.seat, { at: withSquare(event.seat, rest, event.to) });
    }
    case "came-home": {
      const { home, at } = table.tokens[event.seat];
      return withTokens(table, event.seat, { home: home + 1, at: withoutSquare(at, event.from) });
    }
    case "battled": {
      const { battle } = event;
      const loser = otherSeat(battle.winner);
      const { reserve, at } = table.tokens[loser];
      const beaten = { reserve: reserve + 1, at: withoutSquare(at, battle.square) };
      return { ...withTokens(table, loser, beaten), battle };
    }
    case "plus-reached":
      return { ...table, phase: "plus", plusAt: event.at };
    case "stayed":
    case "conceded":
      return table;
    case "turn-began":
      return { ...table, phase: "toss", turn: event.seat, roll: 0, plusAt: null };
    case "ended":
      return { ...table, phase: "over", roll: 0, plusAt: null, outcome: event.outcome };
  }
}

function withTokens(table: Table, seat: Seat, tokens: Partial<Tokens>): Table {
  return { ...table, tokens: { ...table.tokens, [seat]: { ...table.tokens[seat], ...tokens } } };
}

function withSquare(seat: Seat, at: readonly Square[], square: Square): readonly Square[] {
  return [...at, square].toSorted((one, other) => stepOf(seat, one) - stepOf(seat, other));
}

function withoutSquare(at: readonly Square[], square: Square): readonly Square[] {
  return at.filter((other) => other !== square);
}

/** Returns a field that is missing only in redacted events. */
function present(chance: number | undefined): number {
  if (chance === undefined) throw new TypeError("a redacted event cannot be folded");
  return chance;
}
