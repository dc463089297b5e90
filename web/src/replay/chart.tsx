import { type LeadPoint, leadArea } from "./lead.ts";
import styles from "./chart.module.css";

interface Props {
  /** The number of entries. */
  readonly last: number;
  readonly points: readonly LeadPoint[];
  readonly endBegins: number | null;
}

/** The lead over time: the first side's area above the line, the second's below it; the time of the end is shaded. */
export function Chart({ last, points, endBegins }: Props) {
  return (
    <svg
      className={styles.chart}
      viewBox={`0 -1 ${Math.max(1, last)} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {endBegins === null ? null : (
        <rect className={styles.end} x={endBegins} y={-1} width={last - endBegins} height={2} />
      )}
      <path className={styles.first} d={leadArea(points, "first")} />
      <path className={styles.second} d={leadArea(points, "second")} />
      <path className={styles.line} d={`M0 0H${last}`} />
    </svg>
  );
}
