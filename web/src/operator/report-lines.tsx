import type { Report, ReportHead } from "@flower-war/client-sdk/admin";
import { useEffect, useState } from "react";
import { Icon } from "../design/parts/icon.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { get } from "./api.ts";
import { LinkButton } from "../design/parts/link-button.tsx";
import styles from "./operator.module.css";
import { linesOf, type ReportLine, useDescribe } from "./report-log.ts";

/** Lines that are shown at first. */
const LINES = 10;

/** What was played and said at the end of a match, when it was reported. */
export function ReportLines({ report: head }: { readonly report: ReportHead }) {
  const { id, reported } = head;
  const [report, setReport] = useState<Report | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const answer = await get<Report>("report", { id });
      if (!isGone) setReport(answer);
    };
    read().catch(() => {}); // the page says that the server does not answer
    return () => {
      isGone = true;
    };
  }, [id]);
  const describe = useDescribe(head);
  const lines = report === null ? [] : linesOf(report, describe);
  const shown = all ? lines : lines.slice(-LINES);
  return (
    <div className={styles.lines} role="region" aria-label={i18n._("The match's log")} tabIndex={0}>
      <div>
        {lines.length > shown.length ? (
          <LinkButton onClick={() => setAll(true)}>
            {i18n._("all {count} lines", { count: lines.length })}
          </LinkButton>
        ) : null}
        <ol>
          {shown.map((line) => (
            <Line key={line.key} line={line} theirs={line.seat === reported.seat} />
          ))}
        </ol>
        {report !== null && lines.length === 0 ? <p>{i18n._("Nothing was played or said yet.")}</p> : null}
      </div>
    </div>
  );
}

function Line({ line, theirs }: { readonly line: ReportLine; readonly theirs: boolean }) {
  const { at, seat, name, words } = line;
  return (
    <li className={name === null ? undefined : `${styles.said} ${theirs ? styles.theirs : ""}`}>
      <span>{i18n.date(at, { hour: "numeric", minute: "2-digit" })}</span>
      {seat === null ? <Icon id="eye" /> : <SeatSign seat={seat} size="small" />}
      <span>
        {name === null ? null : (
          <>
            <strong>
              <bdi>{name}</bdi>
            </strong>{" "}
          </>
        )}
        {words}
      </span>
    </li>
  );
}
