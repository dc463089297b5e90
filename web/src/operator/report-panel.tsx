import type { GameName } from "@flower-war/client-sdk";
import {
  parseEntry,
  type Report,
  type ReportGroup,
  type ReportHead,
  type ReportList,
} from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { LinkButton } from "../design/parts/link-button.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { loadGameUi } from "../games/load-game.ts";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ActForm } from "./act-form.tsx";
import { get } from "./api.ts";
import styles from "./operator.module.css";
import { describeReason, describeReporters, describeTime } from "./words.ts";

interface Props {
  /** The reports of one target; `null`: none waits. */
  readonly group: ReportGroup | null;
  /** When they were read, ms since 1970. */
  readonly before: number;
  /** Which of `count` it is, from 0. */
  readonly position: number;
  readonly count: number;
  readonly onGo: (position: number) => void;
  readonly onDone: () => Promise<unknown>;
}

/** Reports of a target, one at a time: who, why, what happened in the match, and what to do about them. */
export function ReportPanel({ group, before, position, count, onGo, onDone }: Props) {
  const [chosen, setChosen] = useState(0);
  const isOne = group === null || group.count === 1;
  const { answer } = useAnswer(isOne ? null : `${group.target} ${group.count}`, () =>
    get<ReportList>("reports", { query: { target: group?.target ?? "" } }),
  );
  const reports = answer?.groups[0]?.reports ?? group?.reports ?? [];
  const report = reports[chosen % Math.max(1, reports.length)];
  if (group === null || report === undefined) {
    return (
      <section className={`${styles.box} ${styles.focus}`} aria-labelledby="report">
        <h2 id="report">{i18n._("No report waits")}</h2>
        <p>{i18n._("Choose a match to see who plays there.")}</p>
      </section>
    );
  }
  const { match, code, title = "", reported, reporter, reason, text, createdAt } = report;
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
        <p>{[seatName(reported.seat), code, title].filter((fact) => fact !== "").join(", ")}</p>
        <Pill>{describeReason(reason)}</Pill>
      </div>
      {isOne ? null : (
        <p>
          {i18n._("Reported by {who}.", { who: describeReporters(group.reporters) })}{" "}
          <LinkButton onClick={() => setChosen((chosen + 1) % reports.length)}>
            {i18n._("Another of {count} reports", { count: group.count })}
          </LinkButton>
        </p>
      )}
      {text === "" ? null : <blockquote className={styles.words}>{text}</blockquote>}
      <ReportLines key={report.id} report={report} />
      <ActForm
        subject={{ match, code, ...reported }}
        settles={{ target: group.target, before }}
        onDone={onDone}
      >
        {count > 1 ? (
          <Button shortcut="J" onClick={() => onGo((position + 1) % count)}>
            {i18n._("Next report")}
          </Button>
        ) : null}
      </ActForm>
    </section>
  );
}

/** Lines that are shown at first. */
const LINES = 10;

/** What was played and said at the end of a match, when it was reported. */
function ReportLines({ report: head }: { readonly report: ReportHead }) {
  const { id, reported } = head;
  const [all, setAll] = useState(false);
  // Without an answer the page says that the server does not answer.
  const { answer: report } = useAnswer(id, () => get<Report>("report", { id }));
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

/** A line of a report: an event, or a line of the chat. */
interface ReportLine {
  readonly key: string;
  /** ms since 1970 */
  readonly at: number;
  /** `null`: a spectator's. */
  readonly seat: string | null;
  /** The sender; `null`: it was played. */
  readonly name: string | null;
  readonly words: string;
}

/** Returns an event in words; `null`: it has no line. */
type Describe = (event: object) => string | null;

/** What a report needs of a game's `describeEvent`. */
type DescribeFor = (
  event: object,
  viewer: null,
  people: readonly { readonly seat: string; readonly name: string }[],
) => string | null;

/** Returns how the events of a report's match are described; `null` while that is loaded, and if it cannot be. */
function useDescribe({ game, reported, reporter }: ReportHead): Describe | null {
  // What was said is there without it.
  const { answer: describe } = useAnswer(game, async () =>
    catalogEntry(game) === undefined
      ? null
      : ((await loadGameUi({ game: game as GameName })).describeEvent as DescribeFor),
  );
  if (describe === null) return null;
  const people = [reported, reporter].flatMap(({ seat, name }) => (seat === null ? [] : [{ seat, name }]));
  return (event) => describe(event, null, people);
}

/** Returns what was played and said, the oldest first. @param describe `null`: what was played is left out */
function linesOf({ game, lines, chat }: Report, describe: Describe | null): readonly ReportLine[] {
  const played = lines.flatMap(([at, ...entry]) => {
    const { n, seat, events } = parseEntry(game, entry);
    return events.flatMap((event, i): ReportLine[] => {
      const words = describe?.(event) ?? null;
      return words === null ? [] : [{ key: `${n} ${i}`, at, seat, name: null, words }];
    });
  });
  const said = chat.map(
    ({ n, at, seat, name, text, reaction }): ReportLine => ({
      key: `said ${n}`,
      at,
      seat,
      name,
      words: text === "" ? reaction : text,
    }),
  );
  return [...played, ...said].toSorted((a, b) => a.at - b.at);
}
