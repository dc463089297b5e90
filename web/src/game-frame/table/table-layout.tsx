import type { ReactNode } from "react";
import { Sheet } from "../../design/parts/sheet.tsx";
import { i18n } from "../../texts/index.ts";
import { OpenLog } from "./open-log.tsx";
import styles from "./table-layout.module.css";

/** The element that holds the side; on phones a sheet to open with `showPopover()`. */
export const SIDE_ID = "table-side";

/** The element that holds the action; the focus goes there when it has nowhere else to be. */
export const ACTION_ID = "table-action";

interface Props {
  readonly className?: string | undefined;
  /** The game's name. */
  readonly title: ReactNode;
  readonly players: ReactNode;
  readonly board: ReactNode;
  /** Whether the board does not show all yet that is known. */
  readonly moving: boolean;
  /** What stands in the board's corners: die, countdown, decks, supply. */
  readonly notes?: ReactNode;
  /** Buttons of the match: code, rules, menu. */
  readonly menu: ReactNode;
  /** The selected thing in words, the log, the chat. */
  readonly side: ReactNode;
  /** `null`: the viewer holds nothing, and the action has the whole dock. */
  readonly hand: ReactNode;
  readonly action: ReactNode;
}

/**
 * The places of a table. From 1,000 px: players, board and side above, the dock with hand and action below; nothing
 * scrolls. Narrower: one column with the action fixed at the lower edge, and the side as a sheet.
 */
export function TableLayout(props: Props) {
  const { className = "", title, players, board, moving, notes, menu, side, hand, action } = props;
  return (
    <div className={`${styles.table} ${className}`}>
      <header className={styles.title}>{title}</header>
      <nav className={styles.menu} aria-label={i18n._("Match")}>
        {menu}
      </nav>
      <section className={styles.players} aria-label={i18n._("Players")}>
        {players}
      </section>
      <main className={styles.board} aria-busy={moving}>
        {board}
        {notes}
      </main>
      <Sheet id={SIDE_ID} label={i18n._("Beside the board")} className={styles.side}>
        {side}
      </Sheet>
      <OpenLog sheet={SIDE_ID} />
      <div className={hand === null ? styles.narrowDock : styles.dock}>
        {hand === null ? null : <div className={styles.hand}>{hand}</div>}
        <div className={styles.action} id={ACTION_ID} tabIndex={-1}>
          {action}
        </div>
      </div>
    </div>
  );
}
