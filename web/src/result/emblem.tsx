import { Drawing } from "../art/drawing.tsx";
import ringStyles from "../game-frame/board/board.module.css";
import type { Picture } from "../game-frame/story.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import styles from "./emblem.module.css";

interface Props {
  /** The winner; `null`: there is none. */
  readonly seat: string | null;
  /** What they won with. Default: nothing that could be shown. */
  readonly trophies?: readonly Picture[];
}

/** The sun with the winner's sign and what they won with, or with the sign of death without a winner. */
export function Emblem({ seat, trophies = [] }: Props) {
  return (
    <div className={styles.emblem} aria-hidden="true">
      <svg viewBox="-110 -110 220 220" className={styles.sun}>
        {Array.from({ length: 13 }, (_, i) => (
          <path
            key={i}
            className={ringStyles.ray}
            transform={`rotate(${(i * 360) / 13})`}
            d="M-15 -82L0 -106L15 -82Z"
          />
        ))}
        <circle className={ringStyles.sun} r="84" />
        <circle className={ringStyles.sunRing} r="77" />
      </svg>
      <div className={styles.sign}>
        {seat === null ? <Drawing sheet="signs" id="miquiztli" /> : <SeatSign seat={seat} />}
      </div>
      {trophies.length === 0 ? null : (
        <div className={styles.trophies}>
          {trophies.map(({ sheet, id }) => (
            <span key={id}>
              <Drawing sheet={sheet} id={id} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
