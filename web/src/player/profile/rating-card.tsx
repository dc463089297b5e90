import { LEADERBOARD_PAGE, type PlayedGame, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Panel } from "../../design/parts/panel.tsx";
import { Pill } from "../../design/parts/pill.tsx";
import { catalogEntry } from "../../games/catalog.ts";
import { i18n } from "../../texts/index.ts";
import { changeSince } from "./curve.ts";
import styles from "./rating-card.module.css";
import { RatingCurve } from "./rating-curve.tsx";
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
