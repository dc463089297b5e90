import type { ReportHead } from "@flower-war/client-sdk/admin";
import { Button } from "../design/parts/button.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { ActForm } from "./act-form.tsx";
import styles from "./operator.module.css";
import { ReportLines } from "./report-lines.tsx";
import { describeReason, describeTime } from "./words.ts";

interface Props {
  /** `null`: none waits. */
  readonly report: ReportHead | null;
  /** Which of `count` it is, from 0. */
  readonly position: number;
  readonly count: number;
  readonly onGo: (position: number) => void;
  readonly onDone: () => Promise<void>;
}

/** A report: who, why, what happened in the match, and what to do about it. */
export function ReportPanel({ report, position, count, onGo, onDone }: Props) {
  if (report === null) {
    return (
      <section className={`${styles.box} ${styles.focus}`} aria-labelledby="report">
        <h2 id="report">{i18n._("No report waits")}</h2>
        <p>{i18n._("Choose a match to see who plays there.")}</p>
      </section>
    );
  }
  const { match, code, reported, reporter, reason, text, createdAt } = report;
  return (
    <section className={`${styles.box} ${styles.focus} ${styles.alarm}`} aria-labelledby="report">
      <header className={styles.head}>
        <h2 id="report">{i18n._("Report {n} of {count}", { n: position + 1, count })}</h2>
        <p role="status">
          {i18n._("{time}, from {name}", {
            time: describeTime(createdAt),
            name: reporter.name === "" ? i18n._("a spectator") : reporter.name,
          })}
        </p>
      </header>
      <div className={styles.person}>
        <SeatSign seat={reported.seat} free={false} />
        <h3>{reported.name}</h3>
        <p>
          {seatName(reported.seat)}, {code}
        </p>
        <Pill>{describeReason(reason)}</Pill>
      </div>
      {text === "" ? null : <blockquote className={styles.words}>{text}</blockquote>}
      <ReportLines report={report} />
      <ActForm subject={{ match, code, ...reported }} report={report.id} onDone={onDone}>
        {count > 1 ? (
          <Button shortcut="J" onClick={() => onGo((position + 1) % count)}>
            {i18n._("Next report")}
          </Button>
        ) : null}
      </ActForm>
    </section>
  );
}
