import { type God, GODS, type Table } from "@flower-war/client-sdk/flower-war";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import styles from "./temple-drawing.module.css";
import { comparedOf } from "../games/flower-war/board/signs.ts";
import { areMotionsOn, motionTime } from "../game-frame/motion/conditions.ts";

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

type Offered = Pick<Table, "lake" | "offerings">;

const BEAD = { tlaloc: styles.beadTlaloc, huitzilopochtli: styles.beadHuitzilopochtli } as const;
/** ms from the slot to the lake. */
const ROLLING = 900;

/**
 * The skulls in the lake, and the offerings that the next comparison counts. A skull that has just been offered rolls down
 * to its place.
 */
export function LakeBeads({ table }: { readonly table: Table }) {
  const { lake } = table;
  const counts = comparedOf(table);
  const { rolls, arrived } = useRolls(table);
  const lying = (god: God) => lake[god] - rolls.filter((roll) => roll.god === god).length;
  return (
    <>
      {GODS.map((god) => (
        <g key={god}>
          {beadPlaces(god, lying(god)).map(([x, y]) => (
            <circle key={`${x} ${y}`} className={BEAD[god]} cx={x} cy={y} r="8.5" />
          ))}
          <text className={styles.count} x={god === "tlaloc" ? -119 : 119} y="323">
            {counts[god]}
          </text>
        </g>
      ))}
      {rolls.map((roll) => (
        <RollingBead key={roll.key} roll={roll} onEnd={arrived} />
      ))}
    </>
  );
}

interface RollingProps {
  readonly roll: Roll;
  readonly onEnd: (roll: Roll) => void;
}

function RollingBead({ roll, onEnd }: RollingProps) {
  const bead = useRef<SVGCircleElement>(null);
  useEffect(() => {
    const frames = wayOf(roll.god, roll.index).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const animation = bead.current?.animate(frames, { duration: motionTime(ROLLING), fill: "forwards" });
    animation?.finished.then(
      () => onEnd(roll),
      () => {}, // cancelled: the bead is gone from the page
    );
    return () => animation?.cancel();
  }, [roll, onEnd]);
  return <circle ref={bead} className={BEAD[roll.god]} r="10" />;
}

/** The beads on their way since the lake was last shown. */
function useRolls(offered: Offered) {
  const [seen, setSeen] = useState(offered);
  const [rolls, setRolls] = useState<readonly Roll[]>([]);
  const arrived = useCallback(
    (roll: Roll) => setRolls((all) => all.filter(({ key }) => key !== roll.key)),
    [],
  );
  if (GODS.some((god) => hasChanged(god, seen, offered))) {
    setSeen(offered);
    if (areMotionsOn()) setRolls([...rolls, ...rollsBetween(seen, offered)]);
  }
  return { rolls, arrived };
}

const hasChanged = (god: God, before: Offered, after: Offered): boolean =>
  before.offerings[god] !== after.offerings[god] || before.lake[god] !== after.lake[god];

/* Places in the drawing of the temple, in its units: x from the middle, y downwards from the feet of the shrines. */

type Place = readonly [x: number, y: number];

const SIDE = { tlaloc: -1, huitzilopochtli: 1 } as const;
/** The first bead of a half, and the distances between beads and rows. */
const FIRST = { x: 208, y: 284 };
const STEP = { x: 20, y: 19, slope: 4 };
const ROW = 10;
const ROWS = 4;

/** Beads that a half can show; further skulls lie below them. */
export const SHOWN = ROW * ROWS;

/** Returns where a half of the lake shows its skulls: row by row, from the outside inwards. */
export function beadPlaces(god: God, skulls: number): readonly Place[] {
  return Array.from({ length: Math.min(skulls, SHOWN) }, (_, index) => placeOf(god, index));
}

function placeOf(god: God, index: number): Place {
  const row = Math.floor(index / ROW);
  const x = FIRST.x - (index % ROW) * STEP.x - row * STEP.slope;
  return [SIDE[god] * x, FIRST.y - row * STEP.y];
}

/** The way of a bead: out of the slot, down the stairs step by step, over the shore to its place. */
export function wayOf(god: God, index: number): readonly Place[] {
  const side = SIDE[god];
  const steps = Array.from({ length: 5 }, (_, step): readonly Place[] => [
    [side * 62, 8 + step * 44],
    [side * 62, -4 + step * 44 + 22],
  ]).flat();
  return [[side * 74, -28], [side * 68, -12], ...steps, placeOf(god, Math.min(index, SHOWN - 1))];
}

/** A bead on its way. */
export interface Roll {
  readonly key: string;
  readonly god: God;
  /** The skull's place in its half, from 0. */
  readonly index: number;
}

/** More offerings than these at once are those of a time that was missed: they are shown where they lie. */
const MOST_AT_ONCE = 3;

/** Returns the beads that fell between two moments of a table. */
export function rollsBetween(before: Offered, after: Offered): readonly Roll[] {
  return GODS.flatMap((god) => {
    const counted = after.offerings[god] - before.offerings[god];
    const more = after.lake[god] - before.lake[god];
    // By atl's rule one skull counts twice; a refill takes skulls out of the lake.
    const fallen = more > 0 ? Math.min(counted, more) : counted;
    if (fallen <= 0 || fallen > MOST_AT_ONCE) return [];
    return Array.from({ length: fallen }, (_, each) => ({
      key: `${god} ${before.offerings[god] + each + 1}`,
      god,
      index: Math.max(0, after.lake[god] - fallen + each),
    }));
  });
}
