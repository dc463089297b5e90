import type { ReactNode } from "react";
import { Tips } from "../design/parts/tip.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./watch-layout.module.css";

interface Props {
  /** Whether it stands in a frame, which may be low: then there is no room for what happened. Default: no. */
  readonly framed?: boolean;
  /** Whether more stands beside the board than the log, for which the page may be longer than the window. Default: no. */
  readonly roomy?: boolean;
  /** The upper edge. */
  readonly bar: ReactNode;
  readonly players: ReactNode;
  readonly board: ReactNode;
  /** What stands in the corners around the board. */
  readonly notes: ReactNode;
  /** What happened. */
  readonly side: ReactNode;
  /** The lower edge. */
  readonly foot: ReactNode;
}

/** A match that is only looked at: a board as large as fits, the players and the log beside it. */
export const WatchLayout = ({
  framed = false,
  roomy = false,
  bar,
  players,
  board,
  notes,
  side,
  foot,
}: Props) => (
  <Tips>
    <div className={`${styles.page} ${framed ? styles.framed : ""} ${roomy ? styles.roomy : ""}`}>
      {bar}
      <main className={styles.main}>
        <section className={styles.players} aria-label={i18n._("Players")}>
          {players}
        </section>
        <div className={styles.middle}>
          <figure className={styles.board} aria-label={i18n._("The board")}>
            {board}
          </figure>
          {notes}
        </div>
        <div className={styles.side}>{side}</div>
      </main>
      {foot}
    </div>
  </Tips>
);
