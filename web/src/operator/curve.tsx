import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";

const WIDTH = 100;
const HEIGHT = 30;

interface Props {
  /** The oldest first; `null`: not known. */
  readonly values: readonly (number | null)[];
  /** ms from the first to the last. */
  readonly span: number;
  /** Returns a value in words. */
  readonly describe: (value: number) => string;
}

/** How a figure has changed while the page was open. */
export function Curve({ values, span, describe }: Props) {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const most = Math.max(...known.map(({ value }) => value));
  const x = (i: number) => (i / (values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - (most === 0 ? 0 : (value / most) * (HEIGHT - 4)) - 2;
  const line = known.map(({ value, i }) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={i18n._("from {first} to {last} in {minutes, plural, one {# minute} other {# minutes}}", {
        first: describe(first.value),
        last: describe(last.value),
        minutes: Math.max(1, Math.round(span / 60_000)),
      })}
    >
      <polygon points={`${x(first.i)},${HEIGHT} ${line} ${x(last.i)},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
