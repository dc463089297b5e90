import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { Tips } from "../../design/parts/tip.tsx";
import { drawnScene, isBehind, withoutCommands, withSendableCommands } from "../../game-frame/scene.ts";
import { SIDE_ID, TableLayout } from "../../game-frame/table/table-layout.tsx";
import { useFocusKept } from "../../game-frame/table/use-focus-kept.ts";
import { i18n } from "../../texts/index.ts";
import type { TableProps } from "../../game-frame/game-ui.ts";
import { ActionPanel } from "./action/action-panel.tsx";
import { Dial } from "./board/dial.tsx";
import { placeOf } from "./board/holding.ts";
import { Hand } from "./hand/hand.tsx";
import { Notes } from "./notes/notes.tsx";
import { Players } from "./players/players.tsx";
import type { SpaceAztecsScene } from "./scene.ts";
import { PlacePanel } from "./side/place-panel.tsx";
import styles from "./table.module.css";
import { type Handling, useHandling } from "./table-state.ts";
import { TableWindows } from "./table-windows.tsx";
import { readerFor, texts } from "./texts.ts";
import { useNarrow, useSmallBoard } from "../../game-frame/table/use-narrow.ts";
import { useTableKeys } from "./use-table-keys.ts";

/** The whole table of Space Aztecs. */
export function Table({ scene: given, play, serverTime, menu, log }: TableProps<"space-aztecs">) {
  const scene = play === null ? withoutCommands(given) : withSendableCommands(given);
  const handling = useHandling(scene, play);
  useFocusKept();
  useTableKeys(scene, handling);
  const { view } = scene;
  const drawn = drawnScene(scene);
  const place = handling.place ?? placeOf(view.table, view.seat);
  return (
    <Tips>
      <div className={styles.table}>
        <TableLayout
          title={<Title onMenu={() => handling.point({ help: true })} />}
          menu={menu}
          players={
            <Players
              scene={drawn}
              serverTime={serverTime}
              victims={handling.victims}
              targets={handling.targets}
              onTarget={handling.pickTarget}
            />
          }
          board={<TableBoard scene={scene} handling={handling} selected={place} />}
          moving={isBehind(scene)}
          notes={<Notes scene={drawn} />}
          side={
            <>
              {place === null ? <span /> : <PlacePanel scene={drawn} place={place} />}
              {log}
            </>
          }
          hand={
            view.seat === null || view.table.out.includes(view.seat) ? null : (
              <Hand scene={scene} handling={handling} />
            )
          }
          action={<ActionPanel scene={scene} handling={handling} serverTime={serverTime} />}
        />
      </div>
      <TableWindows scene={scene} handling={handling} />
    </Tips>
  );
}

interface BoardProps {
  readonly scene: SpaceAztecsScene;
  readonly handling: Handling;
  readonly selected: number | null;
}

/** The sundial as the viewer handles it: places are selected, and piles taken. */
function TableBoard({ scene, handling, selected }: BoardProps) {
  const narrow = useNarrow();
  const onSelect = (place: number) => {
    handling.point({ place });
    if (narrow && handling.places.size === 0) document.getElementById(SIDE_ID)?.showPopover();
  };
  return (
    <div className={styles.board}>
      <Dial
        table={drawnScene(scene).view.table}
        reader={readerFor(scene.seat, scene.people)}
        small={useSmallBoard()}
        targets={handling.places}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
}

function Title({ onMenu }: { onMenu: () => void }) {
  return (
    <div className={styles.title}>
      <Drawing sheet="sisters" id="saucer" />
      <h1 tabIndex={-1}>{texts().game.name}</h1>
      <Button className={styles.help} aria-label={i18n._("Keys and conceding")} onClick={onMenu}>
        ?
      </Button>
    </div>
  );
}
