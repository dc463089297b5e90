import { GODS, type God, type Table } from "@flower-war/client-sdk/flower-war";
import { useCallback, useEffect, useRef, useState } from "react";
import { beadPlaces, type Roll, rollsBetween, wayOf } from "./beads.ts";
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
