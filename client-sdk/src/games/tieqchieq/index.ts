import { awaitingOf, legal, SEATS, type Seat } from "@flower-war/rules/tieqchieq";
import type { ClientGame } from "../client-game.ts";
import { readView } from "./read-view.ts";
import type { TieqchieqTypes } from "./types.ts";

export { readView } from "./read-view.ts";
export type * from "./state.ts";
export type * from "./types.ts";

export const tieqchieqGame: ClientGame<TieqchieqTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: () => [],
  awaiting: ({ table }) => awaitingOf(table),
  legal,
  outcome: ({ table }) => table.outcome,
};
