import type { AuditCheck, AuditEntry } from "@flower-war/client-sdk/admin";
import { Button } from "../design/parts/button.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { OperatorNote } from "./act-form.tsx";
import { get } from "./api.ts";
import styles from "./operator.module.css";
import { describeAct, describeOperator, describeTime } from "./words.ts";

/** What operators did last, and whether all of the log is as it was written. */
export function AuditPanel({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.box}>
      <h2 id="audit">{i18n._("Audit log")}</h2>
      <AuditState />
      <div className={styles.scroll} role="region" aria-labelledby="audit" tabIndex={0}>
        <ol>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <p className={styles.small}>
                {describeTime(entry.createdAt)} {describeOperator(entry)}
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

/** What the server found when the page was opened, and finds when it is asked again. */
function AuditState() {
  const { answer, error, refresh } = useAnswer("audit", () => get<AuditCheck>("auditCheck"));
  return (
    <div className={styles.head}>
      {answer === null ? null : (
        <p className={answer.fault === null ? styles.small : styles.faulty}>{describeCheck(answer)}</p>
      )}
      <OperatorNote error={error} />
      <Button onClick={() => void refresh()}>{i18n._("Check the log")}</Button>
    </div>
  );
}

function describeCheck({ entries, fault }: AuditCheck): string {
  if (fault === null)
    return i18n._("{entries, plural, one {Whole: # entry} other {Whole: # entries}}", { entries });
  const { kind, n } = fault;
  switch (kind) {
    case "changed":
      return i18n._("Not whole: entry {n} was changed", { n });
    case "missing":
      return i18n._("Not whole: entry {n} is missing", { n });
    default:
      return i18n._("Not whole: entries up to {n} were deleted too early", { n });
  }
}
