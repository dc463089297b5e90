import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../app/routes.ts";
import { catalogEntry } from "../games/catalog.ts";
import { finishedMatches } from "../session/finished.ts";
import { useMyId } from "../session/my-id.ts";
import { i18n } from "../texts/index.ts";
import styles from "./my-matches.module.css";

/** The finished matches that this browser saw the end of, with their replays. Nothing when there are none. */
export function FinishedMatches() {
  const [finished] = useState(finishedMatches);
  const me = useMyId();
  if (finished.length === 0) return null;
  return (
    <section aria-labelledby="finished-matches">
      <h2 id="finished-matches">{i18n._("Your finished matches")}</h2>
      <ul className={styles.list}>
        {finished.map(({ id, code, game }) => (
          <li key={id} className={styles.match}>
            <p>
              <strong>{code}</strong>
              <span>{catalogEntry(game)?.title ?? game}</span>
            </p>
            <Link href={paths.match(id)} aria-label={i18n._("Result of {code}", { code })}>
              {i18n._("Result")}
            </Link>
            <Link href={paths.replay(id)} aria-label={i18n._("Replay of {code}", { code })}>
              {i18n._("Replay")}
            </Link>
          </li>
        ))}
      </ul>
      {me === null ? null : (
        <p className={styles.all}>
          <Link href={paths.profile(me)}>{i18n._("All your matches, and your profile")}</Link>
        </p>
      )}
    </section>
  );
}
