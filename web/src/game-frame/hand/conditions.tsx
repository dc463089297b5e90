import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./conditions.module.css";

interface Props<C> {
  readonly conditions: readonly C[];
  /** Returns a condition as a sentence. */
  readonly describe: (condition: C) => string;
}

/** What has to hold so that a card can be played, each with its mark. */
export function Conditions<C extends { readonly code: string; readonly met: boolean }>({
  conditions,
  describe,
}: Props<C>) {
  return (
    <ul className={styles.conditions}>
      {conditions.map((condition) => (
        <li key={condition.code} data-met={condition.met}>
          <span className={condition.met ? styles.met : styles.unmet} aria-hidden="true">
            {condition.met ? "✓" : "✕"}
          </span>
          <span>
            <Unseen>{condition.met ? i18n._("Yes:") : i18n._("No:")}</Unseen> {describe(condition)}
          </span>
        </li>
      ))}
    </ul>
  );
}
