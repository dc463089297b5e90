import type { OperatorMatch } from "@flower-war/client-sdk/admin";
import { isPlayer } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { seatName } from "../session/seat-names.ts";
import { i18n } from "../texts/index.ts";
import { ActForm } from "./act-form.tsx";
import { get } from "./api.ts";
import { OperatorNote } from "./operator-note.tsx";
import styles from "./operator.module.css";

interface Props {
  /** The match's. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A match: who plays there, and what to do about them. */
export function MatchPanel({ id, onClose, onDone }: Props) {
  const [match, setMatch] = useState<OperatorMatch | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const found = await get<OperatorMatch>("match", { id });
        if (!isGone) setMatch(found);
      } catch (reason) {
        if (!isGone) setError(reason);
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [id]);
  const people = match?.seats.filter(({ kind }) => isPlayer(kind)) ?? [];
  const person = people.find(({ seat }) => seat === chosen) ?? people[0];
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
          report={null}
          onDone={async () => {
            await onDone();
            try {
              setMatch(await get<OperatorMatch>("match", { id }));
            } catch {
              onClose(); // the match is gone
            }
          }}
        />
      )}
    </section>
  );
}
