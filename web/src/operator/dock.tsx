import type { OperatorOverview } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field, Select } from "../design/parts/field.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { post, remove } from "./api.ts";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";

const MINUTE = 60_000;

/** ms for which an announcement without a time is shown, and one with a time after that. */
const SHOWN = 60 * MINUTE;

interface Props {
  readonly overview: OperatorOverview;
  readonly onDone: () => Promise<unknown>;
}

/** Acts that concern all players: announcements, and servers that end. */
export function Dock({ overview, onDone }: Props) {
  const { announcement, people } = overview;
  const [text, setText] = useState("");
  const [inMinutes, setInMinutes] = useState("none");
  const [drains, setDrains] = useState(false);
  const mayDrain = useMay("drain-server");
  const action = useAction();
  const announce = () =>
    action.run(async () => {
      const now = Date.now();
      const startsAt = inMinutes === "none" ? null : now + Number(inMinutes) * MINUTE;
      await post("announcement", { text: text.trim(), startsAt, until: (startsAt ?? now) + SHOWN });
      setText("");
      await onDone();
    });
  const withdraw = () =>
    action.run(async () => {
      await remove("announcement");
      await onDone();
    });
  return (
    <footer className={styles.dock} aria-busy={action.busy}>
      <Field
        label={i18n._("Announce")}
        value={text}
        maxLength={200}
        placeholder={i18n._("Shown to all players, in the lobby and at the tables")}
        onChange={setText}
      />
      <Select
        label={i18n._("Begins")}
        options={[
          { value: "none", label: i18n._("no time") },
          { value: "5", label: i18n._("in 5 minutes") },
          { value: "15", label: i18n._("in 15 minutes") },
          { value: "60", label: i18n._("in 1 hour") },
        ]}
        value={inMinutes}
        onChange={setInMinutes}
      />
      <ConfirmButton
        label={i18n._("Send to all")}
        result={i18n._("Tell all players, {people} now", { people })}
        ready={text.trim() !== ""}
        onConfirm={announce}
      />
      {mayDrain ? <Button onClick={() => setDrains(true)}>{i18n._("Drain a server")}</Button> : null}
      {announcement === null ? null : (
        <p className={styles.announced}>
          {i18n._("Shown now: {text}", { text: announcement.text })}
          <ConfirmButton
            label={i18n._("Withdraw")}
            result={i18n._("Withdraw the announcement")}
            onConfirm={withdraw}
          />
        </p>
      )}
      <OperatorNote error={action.error} />
      {drains ? <DrainDialog overview={overview} onClose={() => setDrains(false)} onDone={onDone} /> : null}
    </footer>
  );
}

/** Lets a server hand its matches over and end. */
function DrainDialog({ overview, onClose, onDone }: Props & { readonly onClose: () => void }) {
  const [reason, setReason] = useState("");
  const action = useAction();
  const drain = (id: string) =>
    action.run(async () => {
      await post("drain", { reason: reason.trim() }, { id });
      onClose();
      await onDone();
    });
  return (
    <Dialog title={i18n._("Drain a server")} onClose={onClose}>
      <div className={styles.acts} aria-busy={action.busy}>
        <p>
          {i18n._(
            "It hands its matches to the other servers, or to its successor, and ends. Whatever supervises it starts it again.",
          )}
        </p>
        <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
        <ul className={styles.seats}>
          {overview.servers.map(({ id, matches, here }) => (
            <li key={id}>
              <p>
                <strong>{id}</strong>{" "}
                {i18n._("{matches, plural, one {# match} other {# matches}}", { matches })}
                {here ? `, ${i18n._("this one")}` : null}
              </p>
              <ConfirmButton
                label={i18n._("Drain {id}", { id })}
                result={i18n._("Drain and end {id} now", { id })}
                ready={reason.trim() !== ""}
                onConfirm={() => drain(id)}
              />
            </li>
          ))}
        </ul>
        <OperatorNote error={action.error} />
      </div>
    </Dialog>
  );
}
