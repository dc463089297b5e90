import { isPlayer } from "@flower-war/client-sdk";
import type { OperatorListing, OperatorMatch, OperatorMatchPage } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Field } from "../design/parts/field.tsx";
import { Pages } from "../design/parts/pages.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { titleOfTable } from "../session/match-facts.ts";
import { seatName } from "../session/seat-names.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ActForm, OperatorNote } from "./act-form.tsx";
import { get } from "./api.ts";
import { ImportDialog, MatchFileForm } from "./match-files.tsx";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";
import type { MatchQuery } from "./use-operator.ts";

interface Props {
  readonly matches: OperatorMatchPage;
  /** The id of the match that is shown beside the list; `null`: none is. */
  readonly chosen: string | null;
  readonly query: MatchQuery;
  readonly onQuery: (query: MatchQuery) => void;
  readonly onChoose: (id: string) => void;
  readonly onDone: () => Promise<unknown>;
}

/** Every match that has a room. */
export function MatchList({ matches: shown, chosen, query, onQuery, onChoose, onDone }: Props) {
  const { matches, total, page, pages } = shown;
  const [imports, setImports] = useState(false);
  const mayImport = useMay("import-match");
  return (
    <div className={styles.box}>
      <header className={styles.head}>
        <h2 id="live-matches">{i18n._("Live matches {total}", { total })}</h2>
        <Segments<MatchQuery["show"]>
          label={i18n._("Which matches")}
          options={[
            { value: "all", label: i18n._("all") },
            { value: "reported", label: i18n._("reported") },
            { value: "stuck", label: i18n._("stuck") },
          ]}
          value={query.show}
          onChange={(show) => onQuery({ ...query, show, page: 1 })}
        />
        <Field
          label={i18n._("Find")}
          type="search"
          value={query.search}
          maxLength={64}
          onChange={(search) => onQuery({ ...query, search, page: 1 })}
        />
        {mayImport ? <Button onClick={() => setImports(true)}>{i18n._("Import a match")}</Button> : null}
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
                <td>{titleOfTable(match)}</td>
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
      <Pages
        label={i18n._("Pages of matches")}
        page={page}
        pages={pages}
        onTurn={(next) => onQuery({ ...query, page: next })}
      />
      {imports ? <ImportDialog onClose={() => setImports(false)} onDone={onDone} /> : null}
    </div>
  );
}

function describeState({ status, seats, open, private: hidden, reports, stuck }: OperatorListing): string {
  const state = {
    gathering: i18n._("gathers, {taken} of {seats}", { taken: seats - open, seats }),
    playing: i18n._("playing"),
    over: i18n._("over"),
  }[status];
  const facts = [
    state,
    hidden ? i18n._("private") : null,
    stuck ? i18n._("stuck") : null,
    reports === 0 ? null : i18n._("{reports, plural, one {# report} other {# reports}}", { reports }),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

interface MatchPanelProps {
  /** The match's. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** A match: who plays there, and what to do about them. */
export function MatchPanel({ id, onClose, onDone }: MatchPanelProps) {
  const { answer: match, error, refresh } = useAnswer(id, () => get<OperatorMatch>("match", { id }));
  const [chosen, setChosen] = useState("");
  const people = match?.seats.filter(({ kind }) => isPlayer(kind)) ?? [];
  const person = people.find(({ seat }) => seat === chosen) ?? people[0];
  const goOn = async () => {
    await onDone();
    if (!(await refresh())) onClose(); // the match is gone
  };
  return (
    <section className={`${styles.box} ${styles.focus}`} aria-labelledby="match">
      <header className={styles.head}>
        <h2 id="match">{i18n._("Match {code}", { code: match?.code ?? "" })}</h2>
        <Button onClick={onClose}>{i18n._("Back to the reports")}</Button>
      </header>
      <OperatorNote error={error} />
      {match === null ? null : (
        <ul className={styles.seats}>
          {match.seats.map(({ seat, kind, name, connected, player, address }) => (
            <li key={seat}>
              <strong>{kind === "open" ? i18n._("free") : name}</strong>{" "}
              {[
                seatName(seat),
                isPlayer(kind) && !connected ? i18n._("away") : null,
                kind === "bot-account" ? i18n._("bot account") : null,
                isPlayer(kind) ? (player ?? i18n._("no player id")) : null,
                address,
              ]
                .filter((fact) => fact !== null)
                .join(", ")}
            </li>
          ))}
          <li>
            {i18n._("{spectators, plural, one {# spectator} other {# spectators}}", {
              spectators: match.spectators,
            })}
          </li>
        </ul>
      )}
      {people.length > 1 ? (
        <Segments
          label={i18n._("Player")}
          options={people.map(({ seat, name }) => ({ value: seat, label: name }))}
          value={person?.seat ?? ""}
          onChange={setChosen}
        />
      ) : null}
      {match === null || person === undefined ? null : (
        <ActForm
          key={person.seat}
          subject={{ match: match.id, code: match.code, ...person }}
          settles={null}
          onDone={goOn}
        />
      )}
      {match === null ? null : <MatchFileForm match={match} onDone={goOn} />}
    </section>
  );
}
