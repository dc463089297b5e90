import type { TieqchieqTypes } from "@flower-war/protocol/tieqchieq";
import { readView } from "@flower-war/protocol/tieqchieq";
import { awaitingOf, legal, SEATS, type Seat } from "@flower-war/rules/tieqchieq";
import type { ClientGame } from "./client-game.ts";

export const tieqchieqGame: ClientGame<TieqchieqTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: () => [],
  awaiting: ({ table }) => awaitingOf(table),
  legal,
  since: { concede: 1 },
  outcome: ({ table }) => table.outcome,
};
