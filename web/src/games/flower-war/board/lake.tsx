import { memo } from "react";
import styles from "./board.module.css";
import { beadPlaces, dots, lakeArc, RADIUS, ray, RAYS } from "./geometry.ts";
import type { Catastrophe } from "@flower-war/client-sdk/flower-war";

interface LakeProps {
  /** Skulls lying in each half. */
  readonly tlaloc: number;
  readonly huitzilopochtli: number;
  /** Offerings counted for each god. */
  readonly offeredTlaloc: number;
  readonly offeredHuitzilopochtli: number;
  readonly small: boolean;
  readonly tipTlaloc: string;
  readonly tipHuitzilopochtli: string;
}

/** The lake: Tlaloc's half on the left, Huitzilopochtli's on the right, filling from the south with offered skulls. */
export const Lake = memo(function Lake(props: LakeProps) {
  const [x, y, size] = props.small ? [118, 12, 34] : [112, 52, 25];
  return (
    <g>
      <circle className={styles.lakeBed} r={171} />
      <path className={styles.waterTlaloc} d="M0 -168A168 168 0 0 0 0 168Z" data-tip={props.tipTlaloc} />
      <path
        className={styles.waterHuitzilopochtli}
        d="M0 -168A168 168 0 0 1 0 168Z"
        data-tip={props.tipHuitzilopochtli}
      />
      <Waves />
      <path className={styles.beadsTlaloc} d={beadsPath("tlaloc", props.tlaloc)} />
      <path className={styles.beadsHuitzilopochtli} d={beadsPath("huitzilopochtli", props.huitzilopochtli)} />
      <path className={styles.dike} d="M0 -169V-108M0 169V108" />
      {props.small ? null : <GodNames />}
      <text className={styles.count} x={-x} y={y} fontSize={size}>
        {props.offeredTlaloc}
      </text>
      <text className={styles.count} x={x} y={y} fontSize={size}>
        {props.offeredHuitzilopochtli}
      </text>
    </g>
  );
});

/** Rows of empty places that are shown, so that one sees where offerings will lie. */
const SHOWN_EMPTY = 79;

const Waves = memo(function Waves() {
  const empty = [
    ...beadPlaces("tlaloc").slice(0, SHOWN_EMPTY),
    ...beadPlaces("huitzilopochtli").slice(0, SHOWN_EMPTY),
  ];
  return (
    <g className={styles.still}>
      {[157, 145, 133, 121].map((radius) => (
        <circle key={radius} className={styles.wave} r={radius} />
      ))}
      <path className={styles.noBead} d={dots(empty, 1.3)} />
    </g>
  );
});

const GodNames = memo(function GodNames() {
  return (
    <g className={styles.still}>
      <path id="name-tlaloc" d={lakeArc(172, 94)} fill="none" />
      <path id="name-huitzilopochtli" d={lakeArc(90, 4)} fill="none" />
      {["tlaloc", "huitzilopochtli"].map((god) => (
        <text key={god} className={styles.god}>
          <textPath href={`#name-${god}`} startOffset="50%" textAnchor="middle">
            {god.toUpperCase()}
          </textPath>
        </text>
      ))}
    </g>
  );
});

function beadsPath(god: "tlaloc" | "huitzilopochtli", skulls: number): string {
  return dots(beadPlaces(god).slice(0, skulls), 5);
}

interface SunProps {
  /** Ticks of the apocalypse, 0-13. */
  readonly count: number;
  readonly state: "none" | "running" | "forestalled";
  readonly ruling: Catastrophe | null;
  /** Discs off the board, and how many begin the apocalypse; 0: none do. */
  readonly discs: number;
  readonly trigger: number;
  readonly tip: string;
}

/** The sun on its island: a ray goes out with each tick; before that, pips count the discs to the trigger. */
export const Sun = memo(function Sun({ count, state, ruling, discs, trigger, tip }: SunProps) {
  const gone = ruling === null ? styles.rayGone : styles[`ray-${ruling}`];
  return (
    <g data-tip={tip}>
      {Array.from({ length: RAYS }, (_, index) => (
        <path key={index} className={index < count ? gone : styles.ray} d={ray(index)} data-ray={index + 1} />
      ))}
      <circle className={state === "running" ? styles.sunDark : styles.sun} r={RADIUS.sun} />
      <circle className={state === "forestalled" ? styles.sunHeld : styles.sunRing} r={77} />
      {state === "none"
        ? Array.from({ length: trigger }, (_, index) => (
            <circle
              key={index}
              className={index < discs ? styles.pipOn : styles.pip}
              cx={(index - (trigger - 1) / 2) * 15}
              cy={68}
              r={5}
            />
          ))
        : null}
    </g>
  );
});
