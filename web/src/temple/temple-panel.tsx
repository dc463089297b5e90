import type { GameName, Match } from "@flower-war/client-sdk";
import type { Scene } from "../game-frame/scene.ts";
import { actionsOf, useScene } from "../game-frame/use-match.ts";
import { isFlowerWar } from "../games/is-flower-war.ts";
import { OwnTemple } from "./physical-temple.tsx";
import styles from "./temple-panel.module.css";
import { VirtualTemple } from "./virtual-temple.tsx";

/** Both temples of the viewer's seat: the one that is drawn here, and the one on their table. */
export function TemplePanel<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const scene: Scene | null = useScene(match);
  const { play } = actionsOf(match);
  return (
    <div className={styles.temples}>
      {scene !== null && play !== null && isFlowerWar(scene) ? (
        <VirtualTemple scene={scene} play={play} />
      ) : null}
      <OwnTemple match={match} />
    </div>
  );
}
