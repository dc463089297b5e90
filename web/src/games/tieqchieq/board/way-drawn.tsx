import styles from "./board.module.css";
import { centerOf, type Point, reserveOf } from "./geometry.ts";
import type { Marks } from "./marks.ts";

/** Where the arrow of a way ends before the centre of its last square. */
const BEFORE_CENTER = 44;

interface Props {
  readonly chosen: NonNullable<Marks["chosen"]>;
}

/** The chosen way as an arrow over the squares, and the step that a plus at its end may add. */
export function WayArrow({ chosen: { from, way } }: Props) {
  const points = [
    pointOf(from),
    ...(from.startsWith("start-") ? [edgeOf(from)] : []),
    ...way.entered.map(({ place }) => centerOf(place)),
  ];
  const last = points.at(-1) ?? centerOf(way.to);
  const before = points.at(-2) ?? last;
  const [dx, dy] = [Math.sign(before.x - last.x), Math.sign(before.y - last.y)];
  const tip = { x: last.x + dx * BEFORE_CENTER, y: last.y + dy * BEFORE_CENTER };
  const line = `M${[...points.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const angle = (Math.atan2(-dy, -dx) * 180) / Math.PI;
  return (
    <>
      <path className={styles.wayEdge} d={line} />
      <path className={styles.way} d={line} />
      <path
        className={styles.wayHead}
        transform={`translate(${tip.x} ${tip.y}) rotate(${angle})`}
        d="M-3 -15L17 0L-3 15Z"
      />
    </>
  );
}

/** A token of the reserve first goes to its start, below or above the first square. */
function edgeOf(start: string): Point {
  return centerOf(start);
}

function pointOf(from: string): Point {
  if (from === "start-red") return reserveOf("red");
  return from === "start-yellow" ? reserveOf("yellow") : centerOf(from);
}

/** The price of each square on the chosen way. */
export function Prices({ chosen: { way } }: Props) {
  return way.entered.map(({ place, cost }) => {
    const { x, y } = centerOf(place);
    return (
      <g
        key={place}
        className={`${styles.price} ${cost > 1 ? styles.dear : ""}`}
        transform={`translate(${x + 30} ${y + 30})`}
      >
        <circle r={16} />
        <text y={7}>{cost}</text>
      </g>
    );
  });
}

interface MaybeProps {
  readonly from: string;
  readonly to: string;
}

/** The square that a plus may add. */
export function Maybe({ from, to }: MaybeProps) {
  const [a, b] = [centerOf(from), centerOf(to)];
  const [dx, dy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
  return (
    <>
      <path
        className={styles.maybeLine}
        d={`M${a.x + dx * 44} ${a.y + dy * 44}L${b.x - dx * 40} ${b.y - dy * 40}`}
      />
      <g className={styles.maybe} transform={`translate(${b.x - 27} ${b.y + 28})`}>
        <circle r={19} />
        <text y={6}>+1?</text>
      </g>
    </>
  );
}
