import type { MatchState } from "../match-state.ts";
import type { FlowerWarTable } from "./flower-war/state.ts";
import type { SpaceAztecsTable } from "./space-aztecs/state.ts";
import type { TieqchieqTable } from "./tieqchieq/state.ts";

export type FlowerWarState = MatchState<FlowerWarTable>;
export type SpaceAztecsState = MatchState<SpaceAztecsTable>;
export type TieqchieqState = MatchState<TieqchieqTable>;
