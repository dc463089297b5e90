import type { Catastrophe, Seat } from "@flower-war/client-sdk/flower-war";
import { memo } from "react";
import { Figure } from "../../../game-frame/board/figure.tsx";
import ringStyles from "../../../game-frame/board/board.module.css";
import { pointAt } from "../../../game-frame/board/ring.ts";
import styles from "./board.module.css";
import {
  angleOf,
  causewayPlaces,
  dots,
  plateAt,
  rackDots,
  rackSlots,
  RADIUS,
  SPACE_COUNT,
} from "./geometry.ts";
import { Beads } from "../../../art/beads.tsx";

/** The numbers that a die has. */
const DIE = 6;

/** The ring that pawns walk on, with arrows in the order of movement. */
export const Causeway = memo(function Causeway() {
  return (
    <>
      <circle className={styles.causeway} r={RADIUS.causeway} />
      {Array.from({ length: SPACE_COUNT }, (_, index) => {
        const angle = angleOf(index + 1) + 9;
        const [x, y] = pointAt(RADIUS.causeway, angle);
        return (
          <path
            key={angle}
            className={styles.arrow}
            transform={`translate(${x} ${y}) rotate(${-angle - 90})`}
            d="M-3 -5L3 0L-3 5"
          />
        );
      })}
    </>
  );
});

/** Where so many pawns stand, a quiet hint has no room. */
const CROWD = 2;

interface StopProps {
  readonly space: number;
  /** The seats whose pawns stand there, joined by spaces. */
  readonly pawns: string;
  /** The seat whose starting space it is; shown while nothing else is there. */
  readonly start: Seat | null;
  /** What leads here: a roll or steps; 0: nothing. */
  readonly reach: number;
  readonly strong: boolean;
  readonly me: Seat | null;
  /** The seats that can be chosen here, joined by spaces. */
  readonly targets: string;
  readonly chosen: Seat | null;
  readonly small: boolean;
  readonly tip: string;
  readonly onSeat: ((seat: Seat) => void) | undefined;
}

/** What is on the causeway at one space: pawns, and the die that leads there. */
export const Stop = memo(function Stop(props: StopProps) {
  const { space, start, reach, strong, small } = props;
  const pawns = props.pawns.split(" ").filter((name) => name !== "") as Seat[];
  const hinted = reach > 0 && (strong || pawns.length < CROWD);
  const places = causewayPlaces(space, pawns.length + Number(hinted), small ? 10.5 : 9);
  if (places.length === 0 && start !== null) {
    const [x, y] = pointAt(RADIUS.causeway, angleOf(space));
    return <Start seat={start} x={x} y={y} />;
  }
  const [hintX, hintY] = places[0] ?? [0, 0];
  return (
    <>
      {hinted ? <Hint number={reach} x={hintX} y={hintY} strong={strong} small={small} /> : null}
      {pawns.map((seat, index) => {
        const [x, y] = places[index + Number(hinted)] ?? [0, 0];
        return <Pawn key={seat} {...props} seat={seat} x={x} y={y} />;
      })}
    </>
  );
});

function Pawn({
  seat,
  x,
  y,
  me,
  targets,
  chosen,
  small,
  tip,
  onSeat,
}: StopProps & { seat: Seat; x: number; y: number }) {
  const size = small ? 46 : 38;
  const target = targets.split(" ").includes(seat);
  return (
    <g
      transform={`translate(${x} ${y})`}
      data-pawn={seat}
      data-tip={tip}
      className={target ? styles.pawnTarget : undefined}
      onClick={target ? () => onSeat?.(seat) : undefined}
    >
      {seat === me ? <circle className={styles.pulse} r={21} /> : null}
      {target ? <circle className={seat === chosen ? styles.pawnChosen : styles.pawnRing} r={22} /> : null}
      <ellipse className={styles.shadow} cx={1} cy={size * 0.34} rx={size * 0.36} ry={5} />
      <Figure sheet="marks" id={`seat-${seat}`} x={0} y={0} size={size} />
    </g>
  );
}

/** The number that leads to a space: a die's face, or a plain number beyond what a die has. */
function Hint({
  number,
  x,
  y,
  strong,
  small,
}: {
  number: number;
  x: number;
  y: number;
  strong: boolean;
  small: boolean;
}) {
  const size = (small ? 26 : 21) * (strong ? 1.18 : 1);
  const className = strong ? styles.strongHint : styles.hint;
  if (number <= DIE) {
    return <Figure sheet="marks" id={`die-${number}`} x={x} y={y} size={size} className={className} />;
  }
  return (
    <g className={className} transform={`translate(${x} ${y})`}>
      <rect className={styles.numberHint} x={-size / 2} y={-size / 2} width={size} height={size} rx={5} />
      <text className={styles.rackNumber} y={5}>
        {number}
      </text>
    </g>
  );
}

/** The outline of a seat's shape where it began. */
function Start({ seat, x, y }: { seat: Seat; x: number; y: number }) {
  return (
    <g
      className={styles.start}
      style={{ stroke: `var(--line-${seat}, var(--seat-east))` }}
      transform={`translate(${x} ${y}) scale(.82)`}
    >
      <path d={OUTLINES[seat]} />
    </g>
  );
}

const OUTLINES: Readonly<Record<Seat, string>> = {
  east: "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0 -26 0",
  north: "M0 -16.5L14 0L0 16.5L-14 0Z",
  south: "M-12 -12H12V12H-12Z",
  west: "M0 -15.5L16 11.5H-16Z",
  topan: "M0 -16L4.4 -5.6 15.6 -5 7 2.2 9.7 13.2 0 7.2 -9.7 13.2 -7 2.2 -15.6 -5 -4.4 -5.6Z",
  mictlan: "M-7.5 -13H7.5L15 0 7.5 13H-7.5L-15 0Z",
};

/** So many skulls or fewer are marked: the disc is near. */
const ALMOST_EMPTY = 2;

/** The id of the board's `BeadMarker`. */
export const BEAD = "bead";

interface RackProps {
  readonly space: number;
  readonly rack: number;
  readonly rackSize: number;
  readonly ruling: Catastrophe | null;
  readonly small: boolean;
}

/** The skulls of a space, its empty slots, and their number. Under water only the number can be read. */
export function Rack({ space, rack, rackSize, ruling, small }: RackProps) {
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
      <circle className={soon ? ringStyles.lowPlate : ringStyles.plate} cx={x} cy={y} r={10.8} />
      <text className={styles.rackNumber} x={x} y={y + 4.7}>
        {rack}
      </text>
    </>
  );
}
