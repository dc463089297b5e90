import { awaitedOf, legal, SEATS, type Seat } from "@flower-war/rules/space-aztecs";
import type { ClientGame } from "../client-game.ts";
import { readView } from "./read-view.ts";
import type { SpaceAztecsTypes } from "./types.ts";

export { readView } from "./read-view.ts";
export type * from "./state.ts";
export type * from "./types.ts";

export const spaceAztecsGame: ClientGame<SpaceAztecsTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: ({ pile, chosen }) => (chosen === null ? pile : [chosen]),
  awaiting: ({ table }) => awaitedOf(table),
  legal,
  outcome: ({ table }) => table.outcome,
};
