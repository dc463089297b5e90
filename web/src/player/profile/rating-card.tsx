import { LEADERBOARD_PAGE, type PlayedGame, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Panel } from "../../design/parts/panel.tsx";
import { Pill } from "../../design/parts/pill.tsx";
import { catalogEntry } from "../../games/catalog.ts";
import { i18n } from "../../texts/index.ts";
import { changeSince, drawCurve, type RatingPoint } from "./curve.ts";
import styles from "./rating-card.module.css";
import { describeChange } from "./words.ts";

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
