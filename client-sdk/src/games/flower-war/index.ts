import { legal, SEATS, type Seat } from "@flower-war/rules/flower-war";
import type { ClientGame } from "../client-game.ts";
import { readView } from "./read-view.ts";
import type { FlowerWarTypes } from "./types.ts";

export { readView } from "./read-view.ts";
export type * from "./state.ts";
export type * from "./types.ts";

/** Both presets: what differs is in the table. */
export const flowerWarGame: ClientGame<FlowerWarTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: ({ hand }) => hand,
  awaiting: ({ table }) => (table.awaiting === null ? [] : [table.awaiting]),
  legal,
  outcome: ({ table }) => table.outcome,
};
