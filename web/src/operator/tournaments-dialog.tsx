import type { Tournaments } from "@flower-war/client-sdk/tournaments";
import { useState } from "react";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field } from "../design/parts/field.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { get, post } from "./api.ts";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";
import { describeTournament } from "./words.ts";

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** The tournaments that are not over, which administrators end, and the studies that operators delete. */
export function TournamentsDialog({ onClose, onDone }: Props) {
  const { answer, error, refresh } = useAnswer("tournaments", () =>
    get<{ readonly tournaments: Awaited<ReturnType<Tournaments["list"]>> }>("tournaments"),
  );
  const mayEnd = useMay("end-tournament");
  const mayDelete = useMay("delete-study");
  const [reason, setReason] = useState("");
  const action = useAction();
  const open = answer?.tournaments.filter(({ status }) => status !== "over") ?? [];
  const end = (id: string) =>
    action.run(async () => {
      await post("endTournament", { reason: reason.trim() }, { id });
      setReason("");
      await Promise.all([refresh(), onDone()]);
    });
  return (
    <Dialog title={i18n._("Tournaments and studies")} onClose={onClose}>
      <div className={styles.acts} aria-busy={action.busy}>
        {answer !== null && open.length === 0 ? (
          <p>{i18n._("No tournament is planned or goes on.")}</p>
        ) : null}
        <ul className={styles.seats}>
          {open.map((tournament) => (
            <li key={tournament.id}>
              <p>
                <strong>
                  <bdi>{tournament.name}</bdi>
                </strong>{" "}
                {describeTournament(tournament)}
              </p>
              {mayEnd ? (
                <ConfirmButton
                  label={i18n._("End {name}", { name: tournament.name })}
                  result={i18n._("End {name} for good, with the places so far", { name: tournament.name })}
                  ready={reason.trim() !== ""}
                  onConfirm={() => end(tournament.id)}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {mayEnd && open.length > 0 ? (
          <Field label={i18n._("Why end it")} value={reason} maxLength={200} onChange={setReason} />
        ) : null}
        <OperatorNote error={error ?? action.error} />
        {mayDelete ? <StudyForm onDone={onDone} /> : null}
      </div>
    </Dialog>
  );
}

/** Deletes a study. Studies are in no list: their links are secrets of those who have them. */
function StudyForm({ onDone }: Pick<Props, "onDone">) {
  const [link, setLink] = useState("");
  const [reason, setReason] = useState("");
  const [deleted, setDeleted] = useState<string | null>(null);
  const action = useAction();
  const id = idIn(link);
  const remove = () =>
    action.run(async () => {
      setDeleted(null);
      await post("deleteStudy", { reason: reason.trim() }, { id });
      setLink("");
      setReason("");
      setDeleted(id);
      await onDone();
    });
  return (
    <section className={styles.acts} aria-labelledby="study" aria-busy={action.busy}>
      <h3 id="study">{i18n._("Delete a study")}</h3>
      <Field label={i18n._("Its link or id")} value={link} maxLength={300} onChange={setLink} />
      <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
      <ConfirmButton
        key={id}
        label={i18n._("Delete")}
        result={i18n._("Delete study {id} with all that is in it", { id })}
        ready={id !== "" && reason.trim() !== ""}
        onConfirm={remove}
      />
      <p role="status">{deleted === null ? null : i18n._("Study {id} was deleted.", { id: deleted })}</p>
      <OperatorNote error={action.error} />
    </section>
  );
}

/** Returns the id that a link or text ends with, without what was pasted after it. */
function idIn(link: string): string {
  const [path = ""] = link.trim().split(/[?#]/, 1);
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  return /^[\w-]{1,64}/.exec(last)?.[0] ?? "";
}
