import { awaitingOf, legal, SEATS, type Seat, type Tieqchieq } from "@flower-war/rules/tieqchieq";
import type { ClientGame } from "../client-game.ts";
import { readView } from "./read-view.ts";
import type { TieqchieqTable } from "./state.ts";

export { readView } from "./read-view.ts";
export type * from "./state.ts";

/** What Tıeqchıeq calls its own things, to a client. */
export interface TieqchieqTypes extends Tieqchieq {
  table: TieqchieqTable;
  hand: readonly never[];
}

export const tieqchieqGame: ClientGame<TieqchieqTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: () => [],
  awaiting: ({ table }) => awaitingOf(table),
  legal,
  outcome: ({ table }) => table.outcome,
};
