import { type ReactNode, useState } from "react";
import { Check } from "../../design/parts/check.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./keys-help.module.css";
import { areLetterKeysOn, switchLetterKeys } from "./use-keys.ts";

interface Props {
  /** The game's own keys and what each does; those of every table follow. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The keys of a table, and the switch for those that are letters and digits. */
export function KeysHelp({ keys, onClose, children }: Props) {
  const [on, setOn] = useState(areLetterKeysOn);
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
      {children}
    </Dialog>
  );
}
