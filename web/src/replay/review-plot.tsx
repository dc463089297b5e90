import type { Review } from "@flower-war/client-sdk/replay";
import { SeatSign } from "../session/seat-sign.tsx";
import styles from "./review.module.css";

interface Props {
  readonly review: Review;
  readonly seats: readonly string[];
  readonly nameOf: (seat: string) => string;
}

const HEIGHT = 100;
/** How lines differ beside their colour, in the order of seats: dashes and gaps in pixels. */
const DASHES = ["none", "7 4", "2 3", "10 3 2 3", "14 4", "5 2 1 2"];

/** Each seat's chance over the match as lines, with their intervals, and the swings by their numbers. The table says the same. */
export function ReviewPlot({ review: { positions, swings }, seats, nameOf }: Props) {
  const last = Math.max(1, positions.at(-1)?.n ?? 1);
  return (
    <figure className={styles.figure} aria-hidden="true">
      <div className={styles.frame}>
        <svg className={styles.plot} viewBox={`0 0 ${last} ${HEIGHT}`} preserveAspectRatio="none">
          {swings.map(({ from, to }) => (
            <rect key={from} className={styles.swing} x={from} y={0} width={to - from} height={HEIGHT} />
          ))}
          <path className={styles.grid} d={[0, 25, 50, 75, 100].map((y) => `M0 ${y}H${last}`).join("")} />
          {seats.map((seat, i) => (
            <g key={seat} data-line={lookOf(seat, i)}>
              <path className={styles.band} d={bandOf(positions, seat)} />
              <path
                className={styles.line}
                d={lineOf(positions, seat)}
                strokeDasharray={DASHES[i] ?? "none"}
              />
            </g>
          ))}
        </svg>
        {swings.map(({ from, to }, i) => (
          <b key={from} className={styles.mark} style={{ left: `${(50 * (from + to)) / last}%` }}>
            {i + 1}
          </b>
        ))}
      </div>
      <figcaption className={styles.legend}>
        {seats.map((seat, i) => (
          <span key={seat} data-line={lookOf(seat, i)}>
            <svg className={styles.sample} viewBox="0 0 34 6">
              <path className={styles.line} d="M0 3H34" strokeDasharray={DASHES[i] ?? "none"} />
            </svg>
            <SeatSign seat={seat} size="small" />
            {nameOf(seat)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const COLOURED = "east north south west topan mictlan red yellow".split(" ");

/** Returns the colour of a seat's line: that of its sign, else one by its number. */
const lookOf = (seat: string, index: number): string | number => (COLOURED.includes(seat) ? seat : index);

type Positions = Review["positions"];

const heightOf = (chance: number): number => Math.round(1000 * (1 - Math.min(1, Math.max(0, chance)))) / 10;

/** Returns a seat's chance over the match, as a path: x counts entries, y goes from 0, certain, to 100, impossible. */
export function lineOf(positions: Positions, seat: string): string {
  const points = positions.map(({ n, chances }) => `${n} ${heightOf(chances[seat]?.chance ?? 0)}`);
  return points.length === 0 ? "" : `M${points.join("L")}`;
}

/** Returns the interval around it, as a path. */
export function bandOf(positions: Positions, seat: string): string {
  const edge = (sign: 1 | -1) =>
    positions.map(({ n, chances }) => {
      const { chance = 0, margin = 0 } = chances[seat] ?? {};
      return `${n} ${heightOf(chance + sign * margin)}`;
    });
  return positions.length === 0 ? "" : `M${[...edge(1), ...edge(-1).toReversed()].join("L")}Z`;
}
