import type { Catastrophe } from "@flower-war/client-sdk/flower-war";
import { Beads } from "../../../art/beads.tsx";
import styles from "./board.module.css";
import { angleOf, dots, plateAt, pointAt, rackDots, rackSlots } from "./geometry.ts";

/** So many skulls or fewer are marked: the disc is near. */
const ALMOST_EMPTY = 2;

/** The id of the board's `BeadMarker`. */
export const BEAD = "bead";

interface Props {
  readonly space: number;
  readonly rack: number;
  readonly rackSize: number;
  readonly ruling: Catastrophe | null;
  readonly small: boolean;
}

/** The skulls of a space, its empty slots, and their number. Under water only the number can be read. */
export function Rack({ space, rack, rackSize, ruling, small }: Props) {
  const soon = rack <= ALMOST_EMPTY;
  if (small) {
    const places = rackDots(space, rackSize);
    const [x, y] = pointAt(298, angleOf(space));
    return (
      <>
        <path className={styles.peg} d={dots(places.slice(rack), 1.8)} />
        <path className={styles.skullDot} d={dots(places.slice(0, rack), 3.3)} />
        <text className={soon ? styles.soonNumber : styles.largeNumber} x={x} y={y + 7}>
          {rack}
        </text>
      </>
    );
  }
  const places = rackSlots(space, rackSize);
  const [x, y] = plateAt(space);
  return (
    <>
      <path className={styles.peg} d={dots(places.slice(rack), 1.7)} />
      <Beads
        className={ruling === "flood" ? styles.drowned : undefined}
        marker={BEAD}
        places={places.slice(0, rack)}
      />
      <circle className={soon ? styles.soonPlate : styles.plate} cx={x} cy={y} r={10.8} />
      <text className={styles.rackNumber} x={x} y={y + 4.7}>
        {rack}
      </text>
    </>
  );
}
