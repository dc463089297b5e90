import type { AuditEntry } from "@flower-war/client-sdk/admin";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";
import { describeAct, describeTime } from "./words.ts";

/** What operators did last. */
export function AuditPanel({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.box}>
      <h2 id="audit">{i18n._("Audit log")}</h2>
      <div className={styles.scroll} role="region" aria-labelledby="audit" tabIndex={0}>
        <ol>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <p className={styles.small}>
                {describeTime(entry.createdAt)} {entry.operator}
              </p>
              <p>
                {describeAct(entry)}
                {entry.reason === "" ? null : `: “${entry.reason}”`}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
