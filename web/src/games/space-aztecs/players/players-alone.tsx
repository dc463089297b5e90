import { withoutCommands } from "../../../game-frame/scene.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { Players } from "./players.tsx";
import styles from "./players.module.css";

/** The seats and their cities to look at: for replays. */
export function PlayersAlone({ scene }: { readonly scene: SpaceAztecsScene }) {
  return (
    <div className={styles.alone}>
      <Players
        scene={withoutCommands(scene)}
        serverTime={() => 0}
        victims={[]}
        targets={{}}
        onTarget={() => {}}
      />
    </div>
  );
}
