import {
  awaitedOf,
  type Card,
  legal,
  SEATS,
  type Seat,
  type SpaceAztecs,
} from "@flower-war/rules/space-aztecs";
import type { ClientGame } from "../client-game.ts";
import { readView } from "./read-view.ts";
import type { SpaceAztecsTable } from "./state.ts";

export { readView } from "./read-view.ts";
export type * from "./state.ts";

/** What Space Aztecs calls its own things, to a client. */
export interface SpaceAztecsTypes extends SpaceAztecs {
  table: SpaceAztecsTable;
  hand: readonly Card[];
}

export const spaceAztecsGame: ClientGame<SpaceAztecsTypes> = {
  isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
  readView,
  hand: ({ pile, chosen }) => (chosen === null ? pile : [chosen]),
  awaiting: ({ table }) => awaitedOf(table),
  legal,
  outcome: ({ table }) => table.outcome,
};
