import type { FlowerWarTypes } from "@flower-war/protocol/flower-war";
import { readView } from "@flower-war/protocol/flower-war";
import { legal, SEATS, type Seat } from "@flower-war/rules/flower-war";
import type { ClientGame } from "./client-game.ts";

/** The games `flower-war` and `mexica`: they differ only in options, which are part of the table. */
export const flowerWarGame: ClientGame<FlowerWarTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: ({ hand }) => hand,
  awaiting: ({ table }) => (table.awaiting === null ? [] : [table.awaiting]),
  legal,
  outcome: ({ table }) => table.outcome,
};
