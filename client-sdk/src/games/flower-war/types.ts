import type { FlowerWar, HeldCard } from "@flower-war/rules/flower-war";
import type { FlowerWarTable } from "./state.ts";

/** What Flower War calls its own things, to a client. */
export interface FlowerWarTypes extends FlowerWar {
  table: FlowerWarTable;
  hand: readonly HeldCard[];
}
