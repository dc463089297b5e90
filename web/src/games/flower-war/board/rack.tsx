import type { Catastrophe } from "@flower-war/client-sdk/flower-war";
import { drawingUrl } from "../../../art/drawing.tsx";
import styles from "./board.module.css";
import { angleOf, dots, plateAt, pointAt, type Point, rackDots, rackSlots } from "./geometry.ts";

/** So many skulls or fewer are marked: the disc is near. */
const ALMOST_EMPTY = 2;

const BEAD = "bead";
const BEAD_SIZE = 10.4;

/**
 * The skull that racks mark their slots with, once on each board. A copy for each slot would be a third of all elements of the
 * table, whose style the browser computes anew whenever a window opens or closes.
 */
export function BeadMarker() {
  return (
    <marker id={BEAD} overflow="visible">
      <use
        href={drawingUrl("marks", BEAD)}
        x={-BEAD_SIZE / 2}
        y={-BEAD_SIZE / 2}
        width={BEAD_SIZE}
        height={BEAD_SIZE}
      />
    </marker>
  );
}

/** Returns a path that has one vertex between its ends for each place. */
const throughPlaces = (places: readonly Point[]): string =>
  places.length === 0 ? "" : `M${[places[0], ...places, places.at(-1)].join("L")}`;

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
      <path
        className={ruling === "flood" ? styles.drowned : undefined}
        d={throughPlaces(places.slice(0, rack))}
        fill="none"
        markerMid={`url(#${BEAD})`}
      />
      <circle className={soon ? styles.soonPlate : styles.plate} cx={x} cy={y} r={10.8} />
      <text className={styles.rackNumber} x={x} y={y + 4.7}>
        {rack}
      </text>
    </>
  );
}
