import { Link } from "wouter";
import { Drawing } from "../art/drawing.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { playTitle } from "../presets/presets.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import type { Asked } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./list-view.module.css";
import { describeWhen, kindWord, playersWords, type Summary } from "./words.ts";

/** Those that are over, of which so many are listed. */
const LATELY = 10;

/** The tournaments that go on, that will, and that ended lately. */
export function ListView({ asked }: { readonly asked: Asked<readonly Summary[]> }) {
  const { answer, error, asking, retry } = asked;
  const heading = i18n._("Tournaments");
  usePage(heading);
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
      </TopBar>
      <main className={styles.page} aria-busy={asking}>
        <div className={styles.lead}>
          <p>
            {i18n._(
              "An evening of matches with live standings. Whoever likes to can join, and organise one.",
            )}
          </p>
          <GoButton tone="gold" to={paths.tournament("new")}>
            {i18n._("Organise a tournament")}
          </GoButton>
        </div>
        {answer === null && error !== null ? (
          <Notice
            tone="bad"
            picture={<Drawing sheet="signs" id="quiahuitl" />}
            title={i18n._("The tournaments cannot be shown")}
            actions={
              <Button tone="gold" onClick={retry}>
                {i18n._("Try again")}
              </Button>
            }
          >
            <RefusalNote error={error} />
          </Notice>
        ) : null}
        {answer === null ? (
          <p role="status" className={styles.status}>
            {asking ? i18n._("Asking the server…") : null}
          </p>
        ) : (
          <Lists all={answer} />
        )}
      </main>
    </>
  );
}

function Lists({ all }: { readonly all: readonly Summary[] }) {
  const withStatus = (...wanted: readonly Summary["status"][]) =>
    all.filter(({ status }) => wanted.includes(status));
  const lists = [
    { title: i18n._("Going on"), list: withStatus("running", "paused") },
    { title: i18n._("Upcoming"), list: withStatus("gathering").toSorted(byStart) },
    { title: i18n._("Ended lately"), list: withStatus("over").toSorted(byEnd).slice(0, LATELY) },
  ];
  if (all.length === 0) {
    return (
      <Notice
        tone="empty"
        picture={<Drawing sheet="signs" id="tochtli" />}
        title={i18n._("No tournament yet")}
      >
        {i18n._("The first one that is organised stands here.")}
      </Notice>
    );
  }
  return lists.map(({ title, list }) =>
    list.length === 0 ? null : (
      <Panel key={title} title={title}>
        <ul className={styles.list}>
          {list.map((each) => (
            <Item key={each.id} tournament={each} />
          ))}
        </ul>
      </Panel>
    ),
  );
}

/** Those with a time first, the nearest first. */
const byStart = (a: Summary, b: Summary) => (a.startsAt ?? Infinity) - (b.startsAt ?? Infinity) || 0;

const byEnd = (a: Summary, b: Summary) => (b.endedAt ?? 0) - (a.endedAt ?? 0);

function Item({ tournament }: { readonly tournament: Summary }) {
  const { id, name, kind, game, preset = "", players } = tournament;
  return (
    <li>
      <p className={styles.words}>
        <Link href={paths.tournament(id)}>{name}</Link>
        <span>
          {playTitle({ game, preset })} · {describeWhen(tournament)}
        </span>
      </p>
      <p className={styles.facts}>
        <Pill>{kindWord(kind)}</Pill> <Pill>{playersWords(players)}</Pill>
      </p>
    </li>
  );
}
