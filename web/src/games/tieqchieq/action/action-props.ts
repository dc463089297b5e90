import type { TieqchieqScene } from "../scene.ts";
import type { Handling } from "../use-handling.ts";

/** What every part of the action panel gets. */
export interface ActionProps {
  readonly scene: TieqchieqScene;
  readonly handling: Handling;
  readonly serverTime: () => number;
}
