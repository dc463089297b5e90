import type { SpaceAztecsScene } from "../scene.ts";
import type { Handling } from "../table-state.ts";

/** What every part of the action panel gets. */
export interface ActionProps {
  readonly scene: SpaceAztecsScene;
  readonly handling: Handling;
  readonly serverTime: () => number;
}
