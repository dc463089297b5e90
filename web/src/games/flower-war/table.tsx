import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { Tips } from "../../design/parts/tip.tsx";
import {
  drawnScene,
  isBehind,
  reachedView,
  withoutCommands,
  withSendableCommands,
} from "../../game-frame/scene.ts";
import { TableLayout } from "../../game-frame/table/table-layout.tsx";
import { useFocusKept } from "../../game-frame/table/use-focus-kept.ts";
import { i18n } from "../../texts/index.ts";
import type { TableProps } from "../../game-frame/game-ui.ts";
import { ActionPanel } from "./action/action-panel.tsx";
import { Hand } from "./hand/hand.tsx";
import { LingeringCards } from "./hand/lingering-cards.tsx";
import { playabilityOf } from "./hand/playability.ts";
import { Notes } from "./notes/notes.tsx";
import { Players } from "./players/players.tsx";
import { type FlowerWarScene, describedScene } from "./scene.ts";
import { Reign } from "./side/reign.tsx";
import { SpacePanel } from "./side/space-panel.tsx";
import { spaceToShow } from "./side/space-to-show.ts";
import styles from "./table.module.css";
import { TableBoard } from "./table-board.tsx";
import { type Handling, useHandling } from "./table-state.ts";
import { TableWindows } from "./table-windows.tsx";
import { texts } from "./texts.ts";
import { useTableKeys } from "./use-table-keys.ts";
import { useWindows } from "./use-windows.ts";

interface Props extends Omit<TableProps<"flower-war">, "scene"> {
  readonly scene: FlowerWarScene;
}

/** The whole table of Flower War and Mexica. */
export function Table({ scene: given, play, serverTime, menu, log }: Props) {
  const scene = play === null ? withoutCommands(given) : withSendableCommands(given);
  const handling = useHandling(scene, play);
  const windows = useWindows(reachedView(scene));
  useFocusKept();
  useTableKeys(scene, handling, windows);
  const { view } = scene;
  const drawn = drawnScene(scene);
  return (
    <Tips>
      <TableLayout
        title={<Title game={scene.game} onMenu={() => windows.show({ help: true })} />}
        menu={menu}
        players={
          <Players
            scene={drawn}
            serverTime={serverTime}
            targets={handling.targets.seats}
            chosen={handling.pick.seat ?? null}
            onSeat={handling.pickSeat}
          />
        }
        board={<TableBoard scene={scene} handling={handling} />}
        moving={isBehind(scene)}
        notes={<Notes scene={drawn} />}
        side={
          <>
            <About scene={drawn} handling={handling} />
            {log}
          </>
        }
        hand={
          view.seat === null ? (
            <LingeringCards
              scene={drawn}
              onCard={(card) => handling.point({ reading: { card, id: null } })}
            />
          ) : (
            <Hand
              hand={view.hand}
              playability={playabilityOf(scene)}
              chosen={handling.card}
              onCard={handling.chooseCard}
            />
          )
        }
        action={
          <ActionPanel
            scene={describedScene(scene)}
            handling={handling}
            serverTime={serverTime}
            onBattle={() => windows.show({ battle: true })}
          />
        }
      />
      <TableWindows scene={scene} handling={handling} windows={windows} serverTime={serverTime} />
    </Tips>
  );
}

interface AboutProps {
  readonly scene: FlowerWarScene;
  readonly handling: Handling;
}

/** The apocalypse while it counts, and the selected space. */
function About({ scene, handling }: AboutProps) {
  const quiet = scene.view.table.apocalypse.state === "none";
  return (
    <div className={styles.about}>
      <Reign scene={scene} />
      {quiet || handling.space !== null ? (
        <SpacePanel
          scene={scene}
          space={handling.space ?? spaceToShow(scene)}
          onCard={(card) => handling.point({ reading: { card, id: null } })}
        />
      ) : null}
    </div>
  );
}

interface TitleProps {
  readonly game: "flower-war" | "mexica";
  readonly onMenu: () => void;
}

function Title({ game, onMenu }: TitleProps) {
  return (
    <div className={styles.title}>
      <Drawing sheet="signs" id="xochitl" />
      <h1 tabIndex={-1}>{texts().games[game].name}</h1>
      <Button className={styles.menu} aria-label={i18n._("Keys and conceding")} onClick={onMenu}>
        ?
      </Button>
    </div>
  );
}
