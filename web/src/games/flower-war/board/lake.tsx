import { memo } from "react";
import styles from "./board.module.css";
import { beadPlaces, dots, lakeArc } from "./geometry.ts";

interface Props {
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
export const Lake = memo(function Lake(props: Props) {
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
