import { Fragment, memo, useId } from "react";
import ringStyles from "../../../game-frame/board/board.module.css";
import { arc } from "../../../game-frame/board/ring.ts";
import styles from "./board.module.css";
import { beadPlaces, dots, RADIUS, ray, RAYS } from "./geometry.ts";
import { type Catastrophe, type God, GODS } from "@flower-war/client-sdk/flower-war";

interface LakeProps {
  /** Skulls lying in each half. */
  readonly lake: { readonly [G in God]: number };
  /** Offerings of each god that are compared next; left out: no number. */
  readonly offerings?: { readonly [G in God]: number };
  readonly small?: boolean;
  /** Returns the tip of a half. */
  readonly tipOf?: (god: God) => string;
}

/** The lake: Tlaloc's half on the left, Huitzilopochtli's on the right, filling from the south with offered skulls. */
export function Lake({ lake, offerings, small = false, tipOf }: LakeProps) {
  const [x, y, size] = small ? [118, 12, 34] : [112, 52, 25];
  return (
    <g>
      <circle className={styles.lakeBed} r={171} />
      {GODS.map((god) => (
        <path
          key={god}
          className={styles[`water-${god}`]}
          d={`M0 -168A168 168 0 0 ${god === "tlaloc" ? 0 : 1} 0 168Z`}
          data-tip={tipOf?.(god)}
        />
      ))}
      <Waves />
      {GODS.map((god) => (
        <Offered key={god} god={god} skulls={lake[god]} />
      ))}
      <path className={styles.dike} d="M0 -169V-108M0 169V108" />
      {small ? null : <GodNames />}
      {GODS.map((god) => (
        <text key={god} className={styles.count} x={god === "tlaloc" ? -x : x} y={y} fontSize={size}>
          {offerings?.[god]}
        </text>
      ))}
    </g>
  );
}

/** The skulls in a half of the lake. */
const Offered = memo(function Offered({ god, skulls }: { god: God; skulls: number }) {
  return <path className={styles[`beads-${god}`]} d={dots(beadPlaces(god).slice(0, skulls), 5)} />;
});

/** Rows of empty places that are shown, so that one sees where offerings will lie. */
const SHOWN_EMPTY = 79;

const Waves = memo(function Waves() {
  const empty = GODS.flatMap((god) => beadPlaces(god).slice(0, SHOWN_EMPTY));
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
