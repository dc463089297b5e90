import { LEADERBOARD_PAGE, type PlayedGame, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Panel } from "../../design/parts/panel.tsx";
import { Pill } from "../../design/parts/pill.tsx";
import { catalogEntry } from "../../games/catalog.ts";
import { describeChange } from "../../session/rating-change.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./rating-card.module.css";

/** ms: what the change beside a rating is over. */
const MONTH = 30 * 24 * 60 * 60 * 1000;

/** What a player did in one game: rating, its curve, matches. */
export function RatingCard({ played }: { readonly played: PlayedGame }) {
  const { game, rating, curve, won } = played;
  const [now] = useState(Date.now);
  const change = changeSince(curve, now - MONTH);
  return (
    <Panel title={catalogEntry(game)?.title ?? game} className={styles.card}>
      {rating === null ? null : (
        <>
          <p className={styles.rating}>
            <b>{Math.round(rating.value)}</b>
            {change === null ? null : (
              <span>
                <em className={change < 0 ? styles.fell : styles.rose}>{describeChange(change)}</em>{" "}
                {i18n._("in 30 days")}
              </span>
            )}
            {rating.provisional ? <Pill>{i18n._("provisional")}</Pill> : null}
          </p>
          {curve.length === 0 ? null : <RatingCurve points={curve} />}
        </>
      )}
      <p className={styles.facts}>
        {i18n._("{played, plural, one {# match} other {# matches}}, {won} won", {
          played: played.played,
          won,
        })}
        {rating === null ? null : `, ${i18n._("{matches} rated", { matches: rating.matches })}`}
      </p>
      {rating?.provisional === true ? (
        <p className={styles.facts}>
          {i18n._("Provisional until {matches} matches are rated.", { matches: PROVISIONAL_MATCHES })}
        </p>
      ) : null}
      {typeof rating?.rank === "number" ? (
        <p>
          <Link href={paths.leaderboard(game, Math.ceil(rating.rank / LEADERBOARD_PAGE))}>
            {i18n._("Number {rank} of the leaderboard", { rank: rating.rank })}
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}

interface Props {
  /** The rating after each of the latest matches, the oldest first; at least one. */
  readonly points: readonly RatingPoint[];
}

/** How a rating went, as a picture and as a sentence for those who do not see it. */
function RatingCurve({ points }: Props) {
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

/** A rating after a match, and when that ended. */
type RatingPoint = PlayedGame["curve"][number];

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
