import type { Tieqchieq } from "@flower-war/rules/tieqchieq";
import type { TieqchieqTable } from "./state.ts";

/** What Tıeqchıeq calls its own things, to a client. */
export interface TieqchieqTypes extends Tieqchieq {
  table: TieqchieqTable;
  hand: readonly never[];
}
