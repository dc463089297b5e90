import type { OperatorListing, OperatorMatchPage } from "@flower-war/client-sdk/admin";
import { Field } from "../design/parts/field.tsx";
import { Pages } from "../design/parts/pages.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";

interface Props {
  readonly matches: OperatorMatchPage;
  /** The id of the match that is shown beside the list; `null`: none is. */
  readonly chosen: string | null;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onPage: (page: number) => void;
  readonly onChoose: (id: string) => void;
}

/** Every match that has a room. */
export function MatchList({ matches: shown, chosen, search, onSearch, onPage, onChoose }: Props) {
  const { matches, total, page, pages } = shown;
  return (
    <div className={styles.box}>
      <header className={styles.head}>
        <h2 id="live-matches">{i18n._("Live matches {total}", { total })}</h2>
        <Field label={i18n._("Find")} type="search" value={search} maxLength={64} onChange={onSearch} />
      </header>
      <div className={styles.scroll} role="region" aria-labelledby="live-matches" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{i18n._("Code")}</th>
              <th scope="col">{i18n._("Table")}</th>
              <th scope="col">{i18n._("Game")}</th>
              <th scope="col">{i18n._("People")}</th>
              <th scope="col">{i18n._("State")}</th>
              <th scope="col">{i18n._("On")}</th>
            </tr>
          </thead>
          <tbody>
            {matches.map((match) => (
              <tr key={match.id} className={match.id === chosen ? styles.chosen : undefined}>
                <td>
                  <button
                    type="button"
                    className={styles.code}
                    aria-current={match.id === chosen}
                    onClick={() => onChoose(match.id)}
                  >
                    {match.code}
                  </button>
                </td>
                <td>{i18n._("{host}'s table", { host: match.host })}</td>
                <td>{catalogEntry(match.game)?.title ?? match.game}</td>
                <td>{match.people.join(", ")}</td>
                <td>{describeState(match)}</td>
                <td>{match.server}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {matches.length === 0 ? <p>{i18n._("No match is like this.")}</p> : null}
      </div>
      <Pages label={i18n._("Pages of matches")} page={page} pages={pages} onTurn={onPage} />
    </div>
  );
}

function describeState({ status, seats, open, private: hidden, reports }: OperatorListing): string {
  const state = {
    gathering: i18n._("gathers, {taken} of {seats}", { taken: seats - open, seats }),
    playing: i18n._("playing"),
    over: i18n._("over"),
  }[status];
  const facts = [
    state,
    hidden ? i18n._("private") : null,
    reports === 0 ? null : i18n._("{reports, plural, one {# report} other {# reports}}", { reports }),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}
