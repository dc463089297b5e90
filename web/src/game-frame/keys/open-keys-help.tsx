import { useState } from "react";
import { Button } from "../../design/parts/button.tsx";
import { Check } from "../../design/parts/field.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { i18n } from "../../texts/index.ts";
import type { Concession } from "../table/concession.ts";
import styles from "./keys-help.module.css";
import { areLetterKeysOn, switchLetterKeys } from "../../base/use-keys.ts";

export interface KeysHelpProps {
  /** The game's own keys and what each does; those of every table follow. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  /** `null`: the viewer has nothing to concede. */
  readonly concession: Concession | null;
  readonly onClose: () => void;
}

/** The keys of a table, the switch for those that are letters and digits, and the way out of the match. */
export function OpenKeysHelp({ keys, concession, onClose }: KeysHelpProps) {
  const [on, setOn] = useState(areLetterKeysOn);
  const [concedes, setConcedes] = useState(false);
  if (concedes && concession !== null) return <ConcedeQuestion {...concession} onClose={onClose} />;
  return (
    <Dialog title={i18n._("Keys")} onClose={onClose}>
      <dl className={styles.keys}>
        {[...keys, ...describeTableKeys()].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Check
        checked={on}
        onChange={(checked) => {
          switchLetterKeys(checked);
          setOn(checked);
        }}
      >
        {i18n._("Letters and digits are shortcuts")}
      </Check>
      {concession === null ? null : (
        <Button onClick={() => setConcedes(true)}>{i18n._("Concede the match")}</Button>
      )}
    </Dialog>
  );
}

/** Returns the keys of every table and what each does, in words. */
export function describeTableKeys() {
  return [
    ["Escape", i18n._("Close")],
    ["L", i18n._("Log")],
    ["M", i18n._("Sounds on or off")],
    ["?", i18n._("This help")],
  ] as const;
}

export interface ConcedeProps extends Concession {
  readonly onClose: () => void;
}

/** Asks once more before the viewer concedes, and says what follows from it. */
export function ConcedeQuestion({ losses, winner, busy, concede, onClose }: ConcedeProps) {
  const confirm = () => {
    if (busy) return;
    concede();
    onClose();
  };
  return (
    <Dialog title={i18n._("Concede the match?")} onClose={onClose}>
      <ul className={styles.losses}>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        <li>
          {winner === null
            ? i18n._("The others play on, and you can watch. This cannot be undone.")
            : i18n._("{winner} wins at once. This cannot be undone.", { winner })}
        </li>
      </ul>
      <div className={styles.answers}>
        <Button tone="go" aria-disabled={busy} onClick={confirm}>
          {i18n._("Concede")}
        </Button>
        <Button onClick={onClose}>{i18n._("Play on")}</Button>
      </div>
    </Dialog>
  );
}
