import type { God } from "@flower-war/client-sdk/flower-war";
import { drawnScene } from "../../game-frame/scene.ts";
import { SIDE_ID } from "../../game-frame/table/table-layout.tsx";
import { Board } from "./board/board.tsx";
import { type Reach, reachOf } from "./board/reach.ts";
import type { FlowerWarScene } from "./scene.ts";
import { spaceToShow } from "./side/space-to-show.ts";
import styles from "./table.module.css";
import type { Handling } from "./table-state.ts";
import { readerFor } from "./texts.ts";
import { useNarrow, useSmallBoard } from "../../game-frame/table/use-narrow.ts";
import { useStable } from "./use-stable.ts";

const NOWHERE = new Map<number, Reach>();

/** The board as the viewer handles it: spaces are selected, targets chosen, skulls offered. */
export function TableBoard({ scene, handling }: { scene: FlowerWarScene; handling: Handling }) {
  const { view, legal, seat, people } = scene;
  const { awaiting } = view.table;
  const moving = awaiting?.seat === seat && (awaiting?.decision === "roll" || awaiting?.decision === "move");
  const offers = new Set(legal.flatMap((command) => (command.type === "sacrifice" ? [command.god] : [])));
  const onGod = useStable((god: God) => {
    if (handling.targets.gods.has(god)) handling.pickGod(god);
    else handling.send({ type: "sacrifice", god });
  });
  const drawn = drawnScene(scene);
  const narrow = useNarrow();
  const onSpace = useStable((space: number) => {
    const { spaces, seats } = handling.targets;
    handling.pickSpace(space);
    if (narrow && spaces.size + seats.size === 0) document.getElementById(SIDE_ID)?.showPopover();
  });
  return (
    <div className={styles.board}>
      <Board
        table={drawn.view.table}
        reader={readerFor(seat, people)}
        small={useSmallBoard()}
        reach={handling.held === null ? reachOf(moving ? view : drawn.view, legal) : NOWHERE}
        moving={moving}
        targets={handling.targets}
        picked={handling.pick}
        offers={offers}
        selected={handling.space ?? spaceToShow(drawn)}
        onSpace={onSpace}
        onSeat={useStable(handling.pickSeat)}
        onGod={onGod}
      />
    </div>
  );
}
