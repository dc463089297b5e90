import type { RefObject } from "react";
import { ActionPanel } from "../game-frame/action/action-panel.tsx";
import { action } from "../games/flower-war/action.tsx";
import { Arena } from "../games/flower-war/battle-window.tsx";
import { BattleAnswer } from "../games/flower-war/battle-answer.tsx";
import { Board } from "../games/flower-war/board/board.tsx";
import { SIDE } from "../games/flower-war/board/geometry.ts";
import { reachOf } from "../games/flower-war/board/signs.ts";
import { Hand } from "../games/flower-war/hand/hand.tsx";
import { playabilityOf } from "../games/flower-war/hand/playability.ts";
import { Players } from "../games/flower-war/players.tsx";
import { useHandling } from "../games/flower-war/handling.ts";
import { type FlowerWarScene, gameWords, readerFor } from "../games/flower-war/texts.ts";
import type { Camera } from "./spotlight.ts";
import { type Beside, STAGE_PARTS } from "./steps/step.ts";
import styles from "./stage.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  readonly beside: Beside;
  /** The kind of card that is chosen in the hand; `null`: none. */
  readonly chosen: string | null;
  /** `null`: the room has not been measured yet. */
  readonly camera: Camera | null;
  /** The part of the window in which the lesson shows things. */
  readonly room: RefObject<HTMLDivElement | null>;
}

/** The table of the lesson: the real board from near, and over it the real parts that a step needs. Only looked at. */
export function Stage({ scene, beside, chosen, camera, room }: Props) {
  const { view, seat, people, legal } = scene;
  return (
    <div className={styles.stage} inert>
      {camera === null ? null : (
        <div className={styles.board} style={placeOf(camera)}>
          <Board
            table={view.table}
            reader={readerFor({ seat, people })}
            reach={reachOf(view, legal)}
            moving={view.table.awaiting?.seat === seat && view.table.awaiting?.decision === "roll"}
            offers={new Set(legal.flatMap((command) => (command.type === "sacrifice" ? [command.god] : [])))}
          />
        </div>
      )}
      <div ref={room} className={styles.room}>
        <div className={styles.free} data-part={STAGE_PARTS.free} />
        <Parts scene={scene} beside={beside} chosen={chosen} />
      </div>
    </div>
  );
}

function Parts({ scene, beside, chosen }: Pick<Props, "scene" | "beside" | "chosen">) {
  const free = useHandling(scene, null);
  const held = scene.view.hand.find(({ card }) => card === chosen) ?? null;
  const handling = { ...free, held, card: held?.id ?? null };
  const part = { scene, drawn: scene, handling, serverTime: noTime };
  const { battle } = scene.view.table;
  if (beside === "battle" && battle !== null) {
    return (
      <div className={styles.battle} data-part={STAGE_PARTS.battle}>
        <Arena scene={scene} battle={battle} />
        <BattleAnswer {...part} battle={battle} />
      </div>
    );
  }
  if (beside !== "action") {
    return (
      <div className={styles.players}>
        <Players {...part} handling={null} />
      </div>
    );
  }
  return (
    <div className={styles.dock}>
      {scene.view.hand.length === 0 ? null : (
        <div className={styles.hand}>
          <Hand
            hand={scene.view.hand}
            playability={playabilityOf(scene)}
            chosen={handling.card}
            onCard={() => {}}
          />
        </div>
      )}
      <div className={styles.action} data-part={STAGE_PARTS.action}>
        <ActionPanel game={LESSON_GAME} part={part} />
      </div>
    </div>
  );
}

const LESSON_GAME = { texts: gameWords, action };

/** A lesson has no clocks. */
const noTime = (): number => 0;

function placeOf({ scale, x, y }: Camera) {
  const side = SIDE * scale;
  return { width: side, height: side, transform: `translate(${x - side / 2}px, ${y - side / 2}px)` };
}
