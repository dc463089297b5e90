/** A rating after a match. */
export interface RatingPoint {
  /** When the match ended, ms since 1970. */
  readonly at: number;
  readonly value: number;
}

/** A curve in a square from 0 to 100: x goes right, y goes down. */
export interface Curve {
  /** The curve as `d` of a path. */
  readonly line: string;
  /** What lies under the line, as `d` of a path. */
  readonly area: string;
  /** y of the latest rating, which is at the right edge. */
  readonly end: number;
  /** Round ratings within the curve's range, the highest first. */
  readonly marks: readonly { readonly value: number; readonly y: number }[];
}

/** The least range of ratings from bottom to top, so that small changes look small. */
const LEAST_RANGE = 60;

/** What stays free above and below, of the range. */
const MARGIN = 0.1;

/** Distances between marks that read easily. */
const STEPS = [20, 50, 100, 200, 500, 1000];

const MOST_MARKS = 4;

/** Draws ratings as a curve, each match as wide as the next. @param points the oldest first; at least one */
export function drawCurve(points: readonly RatingPoint[]): Curve {
  const values = points.map(({ value }) => value);
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const range = Math.max(LEAST_RANGE, Math.max(...values) - Math.min(...values)) * (1 + 2 * MARGIN);
  const [low, high] = [middle - range / 2, middle + range / 2];
  const yOf = (value: number) => round((100 * (high - value)) / range);
  const xOf = (i: number) => (values.length === 1 ? 100 : round((100 * i) / (values.length - 1)));
  const line = values.map((value, i) => `${i === 0 ? "M" : "L"}${xOf(i)} ${yOf(value)}`).join("");
  const step = STEPS.find((each) => countMarks(low, high, each) <= MOST_MARKS) ?? range;
  const highest = Math.floor(high / step) * step;
  const marks = Array.from({ length: countMarks(low, high, step) }, (_, i) => highest - i * step);
  return {
    line,
    area: values.length === 1 ? "" : `${line}V100H0Z`,
    end: yOf(values.at(-1) ?? 0),
    marks: marks.map((value) => ({ value, y: yOf(value) })),
  };
}

/** Returns by how much a rating changed in the time before `now`; `null`: no match ended in that time. */
export function changeSince(points: readonly RatingPoint[], since: number): number | null {
  const first = points.findIndex(({ at }) => at >= since);
  const last = points.at(-1);
  if (first === -1 || last === undefined) return null;
  const before = points[Math.max(0, first - 1)] ?? last;
  return Math.round(last.value) - Math.round(before.value);
}

const countMarks = (low: number, high: number, step: number): number =>
  Math.floor(high / step) - Math.ceil(low / step) + 1;

const round = (number: number): number => Math.round(number * 10) / 10;
