import { Fragment, memo, useId } from "react";
import ringStyles from "../../../game-frame/board/board.module.css";
import { arc } from "../../../game-frame/board/ring.ts";
import styles from "./board.module.css";
import { beadPlaces, dots, RADIUS, ray, RAYS } from "./geometry.ts";
import type { Catastrophe } from "@flower-war/client-sdk/flower-war";

interface LakeProps {
  /** Skulls lying in each half. */
  readonly tlaloc: number;
  readonly huitzilopochtli: number;
  /** Offerings counted for each god; left out: no number. */
  readonly offeredTlaloc?: number;
  readonly offeredHuitzilopochtli?: number;
  readonly small?: boolean;
  readonly tipTlaloc?: string;
  readonly tipHuitzilopochtli?: string;
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
  const id = useId();
  return (
    <g className={styles.still}>
      {[
        ["TLALOC", arc(113, 172, 94)],
        ["HUITZILOPOCHTLI", arc(113, 90, 4)],
      ].map(([name, line]) => (
        <Fragment key={name}>
          <path id={`${id}${name}`} d={line} fill="none" />
          <text className={styles.god}>
            <textPath href={`#${id}${name}`} startOffset="50%" textAnchor="middle">
              {name}
            </textPath>
          </text>
        </Fragment>
      ))}
    </g>
  );
});

function beadsPath(god: "tlaloc" | "huitzilopochtli", skulls: number): string {
  return dots(beadPlaces(god).slice(0, skulls), 5);
}

interface SunProps {
  /** Ticks of the apocalypse, 0-13. */
  readonly count?: number;
  readonly state?: "none" | "running" | "forestalled";
  readonly ruling?: Catastrophe | null;
  /** Discs off the board, and how many begin the apocalypse; 0: none do. */
  readonly discs?: number;
  readonly trigger?: number;
  readonly tip?: string;
}

/** The sun on its island: a ray goes out with each tick; before that, pips count the discs to the trigger. */
export const Sun = memo(function Sun(props: SunProps) {
  const { count = 0, state = "none", ruling = null, discs = 0, trigger = 0, tip } = props;
  const gone = `${ringStyles.ray} ${ruling === null ? styles.rayGone : styles[`ray-${ruling}`]}`;
  return (
    <g data-tip={tip}>
      {Array.from({ length: RAYS }, (_, index) => (
        <path
          key={index}
          className={index < count ? gone : ringStyles.ray}
          d={ray(index)}
          data-ray={index + 1}
        />
      ))}
      <circle className={`${ringStyles.sun} ${state === "running" ? styles.dark : ""}`} r={RADIUS.sun} />
      <circle className={`${ringStyles.sunRing} ${state === "forestalled" ? styles.held : ""}`} r={77} />
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
