import type { Card, SpaceAztecs } from "@flower-war/rules/space-aztecs";
import type { SyncedMatch } from "../../match-state.ts";
import type { SpaceAztecsTable } from "./table.ts";

/** Space Aztecs' types, as clients see it. */
export interface SpaceAztecsTypes extends SpaceAztecs {
  table: SpaceAztecsTable;
  hand: readonly Card[];
}

/** The synced state of a match, as clients read it. */
export type SyncedSpaceAztecs = SyncedMatch<SpaceAztecsTable>;
