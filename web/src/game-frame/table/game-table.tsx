import { type ReactNode, useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { prefer, preferences } from "../../base/preferences.ts";
import { focusLog, type Keys, useKeys } from "../../base/use-keys.ts";
import { Button } from "../../design/parts/button.tsx";
import { Tips } from "../../design/parts/tip.tsx";
import { i18n } from "../../texts/index.ts";
import { laterPart } from "../../texts/lazy-part.tsx";
import { ActionPanel } from "../action/action-panel.tsx";
import { useLoneActs } from "../action/lone-act.ts";
import type { GameParts } from "../game-parts.ts";
import {
  type CommandOf,
  drawnScene,
  isBehind,
  type TableScene,
  withoutCommands,
  withSendableCommands,
} from "../scene.ts";
import type { Play, Sending } from "../sending.ts";
import { concessionOf, consequencesOf } from "./concession.ts";
import styles from "./game-table.module.css";
import { KeysHelp } from "./keys-help.tsx";
import { TableLayout, useFocusKept } from "./table-layout.tsx";

const Cues = laterPart(async () => (await import("../cues/cues.tsx")).Cues, "game-frame/cues");

const toggleSound = (): void => prefer({ sound: !preferences().sound });

/** Returns the keys of every table. */
export const keysOfTable = (showHelp: () => void): Keys => ({ l: focusLog, m: toggleSound, "?": showHelp });

/** What a table gets besides its game. */
export interface TableProps<S, Command> {
  readonly scene: S;
  readonly play: Play<Command>;
  /** The server's time now, ms since 1970. */
  readonly serverTime: () => number;
  /** Buttons of the match: code, rules, menu. */
  readonly menu: ReactNode;
  /** The log and what else stands beside the board below the selected thing. */
  readonly log: ReactNode;
}

/** Makes the whole table of a game: its parts in their places, its keys, and the way out of the match. */
export function createTable<S extends TableScene, H extends Sending<CommandOf<S>>>(
  game: GameParts<S, H, never, never>,
) {
  const { useHandling } = game;
  return function Table({ scene: given, play, serverTime, menu, log }: TableProps<S, CommandOf<S>>) {
    const scene = play === null ? withoutCommands(given) : withSendableCommands(given);
    const drawn = drawnScene(scene);
    const handling = useHandling(scene, play);
    const part = { scene, drawn, handling, serverTime };
    const [help, showHelp] = useState(false);
    useFocusKept();
    useLoneActs<S, H>(game, scene, handling);
    useKeys({ ...game.keysOf(scene, handling), ...keysOfTable(() => showHelp(true)) });
    return (
      <>
        <Tips>
          <TableLayout
            className={game.className}
            title={<Title name={game.name(scene)} emblem={game.emblem} onHelp={() => showHelp(true)} />}
            menu={menu}
            players={<game.Players {...part} />}
            board={
              <>
                <game.Board {...part} />
                <Cues cue={scene.picture?.cue ?? null} />
              </>
            }
            moving={isBehind(scene)}
            notes={<game.Notes scene={drawn} />}
            side={
              <>
                <game.Side {...part} />
                {log}
              </>
            }
            hand={game.action.isOut(scene) ? null : game.hand(part)}
            action={<ActionPanel game={game} part={part} />}
          />
        </Tips>
        {game.Windows === undefined ? null : <game.Windows {...part} />}
        {help ? (
          <KeysHelp
            keys={game.describeKeys()}
            concession={concessionOf(consequencesOf(game, scene), scene.legal, handling)}
            onClose={() => showHelp(false)}
          />
        ) : null}
      </>
    );
  };
}

interface TitleProps {
  readonly name: string;
  readonly emblem: GameParts<TableScene, never, never, never>["emblem"];
  readonly onHelp: () => void;
}

function Title({ name, emblem, onHelp }: TitleProps) {
  return (
    <div className={styles.title}>
      <Drawing sheet={emblem.sheet} id={emblem.id} />
      <h1 tabIndex={-1}>{name}</h1>
      <Button className={styles.help} aria-label={i18n._("Keys and conceding")} onClick={onHelp}>
        ?
      </Button>
    </div>
  );
}
