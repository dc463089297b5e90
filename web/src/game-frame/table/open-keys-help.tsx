import { useState } from "react";
import { Button } from "../../design/parts/button.tsx";
import { Check } from "../../design/parts/field.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { i18n } from "../../texts/index.ts";
import { type Concession, ConcedeQuestion } from "./concession.tsx";
import styles from "./keys-help.module.css";
import { areLetterKeysOn, switchLetterKeys } from "../../base/use-keys.ts";

export interface Props {
  /** The game's own keys and what each does; those of every table follow. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  /** `null`: the viewer has nothing to concede. */
  readonly concession: Concession | null;
  readonly onClose: () => void;
}

/** The keys of a table, the switch for those that are letters and digits, and the way out of the match. */
export function OpenKeysHelp({ keys, concession, onClose }: Props) {
  const [on, setOn] = useState(areLetterKeysOn);
  const [concedes, setConcedes] = useState(false);
  if (concedes && concession !== null) return <ConcedeQuestion {...concession} onClose={onClose} />;
  const all = [...keys, ["L", i18n._("Log")], ["?", i18n._("This help")]] as const;
  return (
    <Dialog title={i18n._("Keys")} onClose={onClose}>
      <dl className={styles.keys}>
        {all.map(([key, does]) => (
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
