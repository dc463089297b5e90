import { type Battle, spaceName } from "@flower-war/client-sdk/flower-war";
import { useId } from "react";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import type { ActionProps } from "../action/action-props.ts";
import { Countdown } from "../../../game-frame/table/countdown.tsx";
import { Arena } from "./arena.tsx";
import styles from "./battle.module.css";
import { BattleAnswer } from "./battle-answer.tsx";
import { ModalWindow } from "../../../game-frame/table/modal-window.tsx";

interface Props extends ActionProps {
  readonly battle: Battle;
  /** Puts the window away until something changes. */
  readonly onClose: () => void;
}

/** A battle of the viewer: both dice and totals, the cards played, the stake, and what the viewer can answer. */
export function BattleWindow(props: Props) {
  const { scene, battle, serverTime, onClose } = props;
  const { table } = scene.view;
  const id = useId();
  const space = table.tribes[table.turn.seat]?.space ?? 1;
  const room = table.options.rackSize - (table.spaces[space - 1]?.rack ?? 0);
  const awaited = table.awaiting === null ? null : (scene.clock?.seats.get(table.awaiting.seat) ?? null);
  return (
    <ModalWindow className={styles.window} labelledBy={id} onClose={onClose}>
      <header className={styles.head}>
        <div>
          <h2 id={id} tabIndex={-1}>
            {i18n._("Battle on {space}", { space: spaceName(space) })}
          </h2>
          <p>
            {i18n._(
              "Costs go onto this rack: room for {room, plural, one {# more skull} other {# more skulls}}.",
              { room },
            )}
          </p>
        </div>
        {awaited === null ? null : (
          <Countdown clock={awaited} serverTime={serverTime} className={styles.clock} />
        )}
        <Button onClick={onClose}>{i18n._("See the board")}</Button>
      </header>
      <Arena scene={scene} battle={battle} />
      <BattleAnswer {...props} />
    </ModalWindow>
  );
}
