import type { FlowerWar, HeldCard } from "@flower-war/rules/flower-war";
import type { SyncedMatch } from "../../match-state.ts";
import type { FlowerWarTable } from "./table.ts";

/** Flower War's types, as clients see it. */
export interface FlowerWarTypes extends FlowerWar {
  table: FlowerWarTable;
  hand: readonly HeldCard[];
}

/** The synced state of a match, as clients read it. */
export type SyncedFlowerWar = SyncedMatch<FlowerWarTable>;
