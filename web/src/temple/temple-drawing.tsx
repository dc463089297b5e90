import type { God } from "@flower-war/client-sdk/flower-war";
import { memo, type ReactNode } from "react";
import styles from "./temple-drawing.module.css";

interface Props {
  readonly openTlaloc: boolean;
  readonly openHuitzilopochtli: boolean;
  /** The slot over which a skull is held; `null`: none. */
  readonly over: God | null;
  /** What it shows, for who does not see it. */
  readonly label: string;
  /** The lake's beads. */
  readonly children: ReactNode;
}

/** The base, width and height of each tier, from below. */
const TIERS = [
  [210, 440, 54],
  [156, 388, 54],
  [102, 336, 50],
  [52, 290, 52],
] as const;

/** The temple as seen from the lake, before the sun. Its slots are marked `data-slot`. */
export function TempleDrawing({ openTlaloc, openHuitzilopochtli, over, label, children }: Props) {
  return (
    <svg
      className={styles.drawing}
      data-theme="light"
      viewBox="-256 -326 512 662"
      role="img"
      aria-label={label}
    >
      <Sun />
      <Pyramid />
      <Shrine god="tlaloc" open={openTlaloc} over={over === "tlaloc"} />
      <Shrine god="huitzilopochtli" open={openHuitzilopochtli} over={over === "huitzilopochtli"} />
      <Tray />
      {children}
    </svg>
  );
}

const Sun = memo(function Sun() {
  return (
    <g transform="translate(0 -110)">
      {Array.from({ length: 13 }, (_, index) => (
        <path
          key={index}
          className={styles.ray}
          d="M-26 -148L0 -198L26 -148Z"
          transform={`rotate(${((index * 360) / 13).toFixed(1)})`}
        />
      ))}
      <circle className={styles.sun} r="152" />
      <circle className={styles.sunLine} r="138" />
    </g>
  );
});

const Pyramid = memo(function Pyramid() {
  return (
    <g className={styles.walls}>
      {TIERS.map(([base, width, height]) => {
        const [half, top] = [width / 2, base - height];
        return (
          <g key={base}>
            <path
              className={styles.stone}
              d={`M${-half} ${base}L${16 - half} ${top}H${half - 16}L${half} ${base}Z`}
            />
            <path className={styles.lip} d={`M${9 - half} ${top}H${half - 9}V${top + 13}H${9 - half}Z`} />
          </g>
        );
      })}
      {[-62, 62].map((x) => (
        <g key={x}>
          <path className={styles.balustrade} d={`M${x - 44} 210V0H${x + 44}V210Z`} />
          <path className={styles.stair} d={`M${x - 27} 210V0H${x + 27}V210Z`} />
          <path
            className={styles.step}
            d={[22, 44, 66, 88, 110, 132, 154, 176, 198].map((y) => `M${x - 27} ${y}H${x + 27}`).join("")}
          />
        </g>
      ))}
    </g>
  );
});

/** The two halves of the lake at its foot. */
const Tray = memo(function Tray() {
  return (
    <g className={styles.walls}>
      <path className={styles.waterTlaloc} d="M-232 300L-214 216H-6V300Z" />
      <path className={styles.waterHuitzilopochtli} d="M232 300L214 216H6V300Z" />
      <path className={styles.base} d="M-240 300H240V330H-240Z" />
    </g>
  );
});

interface ShrineProps {
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
export function Shrine({ god, open, over }: ShrineProps) {
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
