import type { Card, SpaceAztecs } from "@flower-war/rules/space-aztecs";
import type { SpaceAztecsTable } from "./state.ts";

/** What Space Aztecs calls its own things, to a client. */
export interface SpaceAztecsTypes extends SpaceAztecs {
  table: SpaceAztecsTable;
  hand: readonly Card[];
}
