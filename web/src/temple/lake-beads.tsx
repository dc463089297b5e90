import { type God, GODS, type Table } from "@flower-war/client-sdk/flower-war";
import { useCallback, useEffect, useRef, useState } from "react";
import { areMotionsOn, motionTime } from "../game-frame/motion/conditions.ts";
import styles from "./temple-drawing.module.css";

type Offered = Pick<Table, "lake" | "offerings">;

const BEAD = { tlaloc: styles.beadTlaloc, huitzilopochtli: styles.beadHuitzilopochtli } as const;
/** ms from the slot to the lake. */
const ROLLING = 900;

/** The skulls in the lake. One that has just been offered rolls down to its place. */
export function LakeBeads({ lake, offerings }: Offered) {
  const { rolls, arrived } = useRolls({ lake, offerings });
  const lying = (god: God) => lake[god] - rolls.filter((roll) => roll.god === god).length;
  return (
    <>
      {GODS.map((god) => (
        <g key={god}>
          {beadPlaces(god, lying(god)).map(([x, y]) => (
            <circle key={`${x} ${y}`} className={BEAD[god]} cx={x} cy={y} r="8.5" />
          ))}
          <text className={styles.count} x={god === "tlaloc" ? -119 : 119} y="323">
            {offerings[god]}
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
export function rollsBetween(
  before: Pick<Table, "lake" | "offerings">,
  after: Pick<Table, "lake" | "offerings">,
): readonly Roll[] {
  return GODS.flatMap((god) => {
    const fallen = after.offerings[god] - before.offerings[god];
    if (fallen <= 0 || fallen > MOST_AT_ONCE) return [];
    return Array.from({ length: fallen }, (_, each) => ({
      key: `${god} ${before.offerings[god] + each + 1}`,
      god,
      index: Math.max(0, after.lake[god] - fallen + each),
    }));
  });
}
