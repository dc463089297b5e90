import type { ClientGame } from "@flower-war/client-sdk";
import { awaitingOf, type Nim, nim, SEATS, type Seat } from "./nim/rules.ts";

/** The synced table. */
interface NimTable {
  sticks: number;
  heap: number;
  turn: Seat;
  /** `""`: the match is not over. */
  winner: Seat | "";
}

interface NimTypes extends Nim {
  table: NimTable;
  hand: readonly never[];
}

declare module "@flower-war/client-sdk" {
  interface GameMap {
    nim: NimTypes;
  }
}

/** Nim as the SDK plays it. */
export const nimGame: ClientGame<NimTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView: ({ status, table: { sticks, heap, turn, winner } }, seat) =>
    status === "gathering"
      ? null
      : { table: { options: { sticks }, heap, turn, outcome: winner ? { winner } : null }, seat },
  hand: () => [],
  awaiting: ({ table }) => awaitingOf(table),
  legal: (view, seat) => nim.legal(view, seat),
  outcome: ({ table }) => table.outcome,
};
