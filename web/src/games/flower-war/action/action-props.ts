import type { FlowerWarScene } from "../scene.ts";
import type { Handling } from "../table-state.ts";

/** What every part of the action panel gets. */
export interface ActionProps {
  readonly scene: FlowerWarScene;
  readonly handling: Handling;
  readonly serverTime: () => number;
  /** Opens the battle window. */
  readonly onBattle: () => void;
}
