import { useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { drawnScene, isBehind, withoutCommands, withSendableCommands } from "../../game-frame/scene.ts";
import { TableLayout } from "../../game-frame/table/table-layout.tsx";
import { useFocusKept } from "../../game-frame/table/use-focus-kept.ts";
import { i18n } from "../../texts/index.ts";
import type { TableProps } from "../../game-frame/game-ui.ts";
import { ActionPanel } from "./action/action-panel.tsx";
import { ActsRow } from "./acts/acts-row.tsx";
import { BattleWindow } from "./battle/battle-window.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { Notes } from "./notes/notes.tsx";
import { Legend } from "./players/legend.tsx";
import { Players } from "./players/players.tsx";
import playersStyles from "./players/players.module.css";
import { SquarePanel } from "./side/square-panel.tsx";
import { cellToShow, TableBoard } from "./table-board.tsx";
import styles from "./table.module.css";
import { texts } from "./texts.ts";
import { useBattle } from "./use-battle.ts";
import { useHandling } from "./use-handling.ts";
import { useTableKeys } from "./use-table-keys.ts";

/** The whole table of Tıeqchıeq. */
export function Table({ scene: given, play, serverTime, menu, log }: TableProps<"tieqchieq">) {
  const scene = play === null ? withoutCommands(given) : withSendableCommands(given);
  const drawn = drawnScene(scene);
  const handling = useHandling(scene, play);
  const [battle, putBattleAway] = useBattle(scene);
  const [help, showHelp] = useState(false);
  useFocusKept();
  useTableKeys(scene, handling, () => showHelp(true));
  return (
    <>
      <TableLayout
        title={<Title onHelp={() => showHelp(true)} />}
        menu={menu}
        players={
          <div className={playersStyles.column}>
            <Players scene={drawn} serverTime={serverTime} />
            <Legend seat={scene.seat ?? "red"} />
          </div>
        }
        board={<TableBoard scene={scene} handling={handling} />}
        moving={isBehind(scene)}
        notes={<Notes scene={drawn} />}
        side={
          <>
            <SquarePanel scene={drawn} cell={handling.cell ?? cellToShow(drawn, handling)} />
            {log}
          </>
        }
        hand={
          scene.seat === null || scene.view.table.phase === "over" ? null : (
            <ActsRow scene={scene} handling={handling} />
          )
        }
        action={<ActionPanel scene={scene} handling={handling} serverTime={serverTime} />}
      />
      {battle === null ? null : <BattleWindow scene={scene} battle={battle} onClose={putBattleAway} />}
      {help ? <KeysHelp scene={scene} handling={handling} onClose={() => showHelp(false)} /> : null}
    </>
  );
}

function Title({ onHelp }: { onHelp: () => void }) {
  return (
    <div className={styles.title}>
      <Drawing sheet="tieqchieq" id="sun" />
      <h1 tabIndex={-1}>{texts().game.name}</h1>
      <Button className={styles.help} aria-label={i18n._("Keys and conceding")} onClick={onHelp}>
        ?
      </Button>
    </div>
  );
}
