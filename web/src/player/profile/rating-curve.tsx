import { i18n } from "../../texts/index.ts";
import { drawCurve, type RatingPoint } from "./curve.ts";
import styles from "./rating-curve.module.css";

interface Props {
  /** The rating after each of the latest matches, the oldest first; at least one. */
  readonly points: readonly RatingPoint[];
}

/** How a rating went, as a picture and as a sentence for those who do not see it. */
export function RatingCurve({ points }: Props) {
  const { line, area, end, marks } = drawCurve(points);
  return (
    <div role="img" aria-label={describeCurve(points)} className={styles.curve}>
      {marks.map(({ value, y }) => (
        <span key={value} className={styles.mark} style={{ top: `${y}%` }}>
          <span>{value}</span>
        </span>
      ))}
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={styles.area} d={area} />
          <path className={styles.line} d={line} />
        </svg>
        <span className={styles.end} style={{ top: `${end}%` }} />
      </div>
    </div>
  );
}

/** Returns how a rating went, in a sentence. */
export function describeCurve(points: readonly RatingPoint[]): string {
  const [first, last] = [points[0], points.at(-1)].map((point) => Math.round(point?.value ?? 0));
  return i18n._(
    "{matches, plural, one {{last} after one match} other {From {first} to {last} in # matches}}",
    {
      first,
      last,
      matches: points.length,
    },
  );
}
