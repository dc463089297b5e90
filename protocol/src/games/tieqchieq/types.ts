import type { Tieqchieq } from "@flower-war/rules/tieqchieq";
import type { SyncedMatch } from "../../match-state.ts";
import type { TieqchieqTable } from "./table.ts";

/** Tıeqchıeq's types, as clients see it. */
export interface TieqchieqTypes extends Tieqchieq {
  table: TieqchieqTable;
  hand: readonly never[];
}

/** The synced state of a match, as clients read it. */
export type SyncedTieqchieq = SyncedMatch<TieqchieqTable>;
