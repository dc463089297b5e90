import type { TieqchieqScene } from "../scene.ts";
import { Players } from "./players.tsx";

/** The plaques to look at: for replays. */
export function PlayersAlone({ scene }: { readonly scene: TieqchieqScene }) {
  return <Players scene={scene} serverTime={() => 0} />;
}
