import type { SpaceAztecsTypes } from "@flower-war/protocol/space-aztecs";
import { readView } from "@flower-war/protocol/space-aztecs";
import { awaitedOf, legal, SEATS, type Seat } from "@flower-war/rules/space-aztecs";
import type { ClientGame } from "./client-game.ts";

export const spaceAztecsGame: ClientGame<SpaceAztecsTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: ({ pile, chosen }) => (chosen === null ? pile : [chosen]),
  awaiting: ({ table }) => awaitedOf(table),
  legal,
  since: { concede: 1 },
  outcome: ({ table }) => table.outcome,
};
