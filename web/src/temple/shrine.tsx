import type { God } from "@flower-war/client-sdk/flower-war";
import styles from "./temple-drawing.module.css";

interface Props {
  readonly god: God;
  readonly open: boolean;
  readonly over: boolean;
}

/** x of the middle, from the temple's. */
const MIDDLE = { tlaloc: -74, huitzilopochtli: 74 } as const;

/** The white dots on Huitzilopochtli's roof. */
const DOTS = [
  [-30, -108],
  [-14, -128],
  [2, -108],
  [16, -128],
  [32, -108],
  [-28, -146],
  [4, -147],
] as const;

/** A god's shrine with its slot, which is lit while it is open. */
export function Shrine({ god, open, over }: Props) {
  return (
    <g className={styles.walls} transform={`translate(${MIDDLE[god]} 0)`}>
      <path className={`${styles.wall} ${styles[god]}`} d="M-58 -2V-92H58V-2Z" />
      <path className={`${styles.roof} ${styles[god]}`} d="M-66 -92L-48 -158H48L66 -92Z" />
      {god === "tlaloc" ? (
        <path className={styles.stripes} d="M-27 -106V-146M-9 -106V-146M9 -106V-146M27 -106V-146" />
      ) : (
        DOTS.map(([x, y]) => <circle key={`${x} ${y}`} className={styles.dot} cx={x} cy={y} r="6" />)
      )}
      <path
        className={`${styles.slot} ${open ? styles.lit : ""}`}
        data-slot={god}
        data-open={open}
        d="M-30 -2V-66H30V-2Z"
      />
      {over ? <circle className={open ? styles.aim : styles.noAim} cy="-34" r="48" /> : null}
    </g>
  );
}
