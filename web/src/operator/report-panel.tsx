import type { ChatLine, LoggedEntry, Report, ReportHead } from "@flower-war/client-sdk";
import { parseEntry } from "@flower-war/client-sdk/protocol";
import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { seatName } from "../games/seat-names.ts";
import { SeatSign } from "../games/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { ActForm } from "./act-form.tsx";
import { get } from "./api.ts";
import styles from "./operator.module.css";
import { describeReason, describeTime } from "./words.ts";

/** Lines of the log that are shown at first. */
const LINES = 8;

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
      <Lines report={report} />
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

/** The end of the match's log when it was reported. */
function Lines({ report: { id, game, reported } }: { readonly report: ReportHead }) {
  const [lines, setLines] = useState<readonly LoggedEntry[]>([]);
  const [talk, setTalk] = useState<readonly ChatLine[]>([]);
  const [all, setAll] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const report = await get<Report>("report", { id });
      if (isGone) return;
      setLines(report.lines);
      setTalk(report.chat);
    };
    read().catch(() => {}); // the page says that the server does not answer
    return () => {
      isGone = true;
    };
  }, [id]);
  const shown = all ? lines : lines.slice(-LINES);
  return (
    <div className={styles.lines} role="region" aria-label={i18n._("The match's log")} tabIndex={0}>
      {lines.length > LINES && !all ? (
        <Button onClick={() => setAll(true)}>{i18n._("all {count} lines", { count: lines.length })}</Button>
      ) : null}
      <ol>
        {shown.map(([at, ...entry]) => {
          const { n, seat, events } = parseEntry(game, entry);
          return (
            <li key={n} className={seat === reported.seat ? styles.theirs : undefined}>
              <span>{i18n.date(at, { hour: "numeric", minute: "2-digit" })}</span>
              <span>{seatName(seat)}</span>
              <span>{events.map(({ type }) => type).join(", ")}</span>
            </li>
          );
        })}
      </ol>
      <ol aria-label={i18n._("Chat")}>
        {talk.map(({ n, at, seat, name, text, reaction }) => (
          <li key={n} className={seat === reported.seat ? styles.theirs : undefined}>
            <span>{i18n.date(at, { hour: "numeric", minute: "2-digit" })}</span>
            <span>{name}</span>
            <span>{text === "" ? reaction : text}</span>
          </li>
        ))}
      </ol>
      {lines.length === 0 ? <p>{i18n._("Nothing was played yet.")}</p> : null}
    </div>
  );
}
