import { memo } from "react";
import { SeatSign } from "../../session/seat-sign.tsx";
import styles from "./log-panel.module.css";
import type { LogTurn } from "./turns.ts";

interface Props {
  readonly turn: LogTurn;
  readonly title: string;
  /** The entry that is shown now, which is lit; the later ones are faint. Default: none. */
  readonly at?: number;
}

/** One turn of the log. A turn that has not changed is not drawn again. */
export const TurnLines = memo(function TurnLines({ turn, title, at }: Props) {
  return (
    <section className={styles.turnSection}>
      <h3 className={styles.turn}>{title}</h3>
      <ol>
        {turn.lines.map(({ key, n, seat, words }) => (
          <li key={key} data-n={n} className={lookOf(n, at)} aria-current={n === at ? "step" : undefined}>
            <SeatSign seat={seat} size="small" />
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  );
});

function lookOf(n: number, at: number | undefined): string {
  if (at === undefined || n < at) return styles.line ?? "";
  return `${styles.line} ${n === at ? styles.lit : styles.later}`;
}
