import type { OperatorOverview } from "@flower-war/client-sdk/admin";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";

interface Props {
  readonly people: OperatorOverview["newest"];
  /** Called with the id of a match. */
  readonly onChoose: (id: string) => void;
}

/** The players of the newest matches. */
export function PeoplePanel({ people, onChoose }: Props) {
  return (
    <section className={styles.box} aria-labelledby="people">
      <h2 id="people">
        {i18n._("People")} <small className={styles.small}>{i18n._("newest first")}</small>
      </h2>
      {people.length === 0 ? <p>{i18n._("Nobody plays.")}</p> : null}
      <ol>
        {people.map(({ name, match, code }, i) => (
          <li key={`${match} ${i}`} className={styles.somebody}>
            <bdi>{name}</bdi>
            <button
              type="button"
              className={styles.code}
              aria-label={i18n._("Match {code} of {name}", { code, name })}
              onClick={() => onChoose(match)}
            >
              {code}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
