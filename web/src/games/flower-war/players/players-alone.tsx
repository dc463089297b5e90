import { withoutCommands } from "../../../game-frame/scene.ts";
import type { FlowerWarScene } from "../scene.ts";
import { Players } from "./players.tsx";

const NOBODY = new Set<never>();

/** The plaques to look at: for replays. */
export function PlayersAlone({ scene }: { readonly scene: FlowerWarScene }) {
  return (
    <Players
      scene={withoutCommands(scene)}
      serverTime={() => 0}
      targets={NOBODY}
      chosen={null}
      onSeat={() => {}}
    />
  );
}
