import type { GameName } from "@flower-war/client-sdk";
import { formatPosition, type StudyPosition } from "@flower-war/client-sdk/study";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { useSecondPress } from "../base/use-second-press.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { useGameUi } from "../games/load-game.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { type Steps, stepsOf } from "../record/steps.ts";
import { studyPath } from "../replay/study-path.ts";
import { ReplayLog, useReplayLog } from "../replay/replay-log.tsx";
import { ShareButton } from "../session/share.tsx";
import { i18n } from "../texts/index.ts";
import { BranchList } from "./branches.tsx";
import { Comments } from "./comments.tsx";
import { Estimate } from "./estimate.tsx";
import { hasPosition, useLine } from "./line.ts";
import { LookedAt } from "./looked-at.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { PlayOn } from "./play-on.tsx";
import { Side, type Tab } from "./side.tsx";
import { Strip } from "./strip.tsx";
import type { StudyStore } from "./study-store.ts";
import styles from "./study-view.module.css";
import { useNews } from "./use-news.ts";
import { useWhereabouts, type Whereabouts } from "./use-whereabouts.ts";
import { WhatIfSign } from "./what-if-sign.tsx";
import { positionWords, whatIfWords } from "./words.ts";

interface Props<G extends GameName> {
  readonly study: StudyStore;
  readonly replayed: ReplayedMatch<G>;
  /** The moment of the link by which the viewer came; `null`: where all are. */
  readonly first: StudyPosition | null;
  /** What stands beside the board at first. Default: the log. */
  readonly tab?: Tab;
  /** What the viewer does at first. Default: they look. */
  readonly doing?: Doing;
}

/** What the viewer does with the shown position. */
type Doing = "looking" | "marking" | "playing" | "estimating";

/** A study: the board that several people step through at once, what they say and mark, and what could have been. */
export function StudyView<G extends GameName>({ study, replayed, first, tab, doing: begun }: Props<G>) {
  useContent(study);
  const { replay } = replayed;
  const where = useWhereabouts({ study, last: replay.entries.length, first });
  const matchSteps = useMemo(() => stepsOf(replay.entries, replay.game), [replay]);
  const news = useNews(study, matchSteps);
  return (
    <>
      <StudiedPosition
        study={study}
        replayed={replayed}
        matchSteps={matchSteps}
        where={where}
        tab={tab ?? "log"}
        begun={begun ?? "looking"}
      />
      <Unseen>
        <span role="status">{news}</span>
      </Unseen>
    </>
  );
}

/** Renders again when a study changes, or who is here and how it is connected. */
function useContent(study: StudyStore): void {
  useSyncExternalStore(study.subscribe, () => `${study.connection} ${JSON.stringify(study.people)}`);
  useSyncExternalStore(study.subscribe, () => study.content);
}

interface PositionProps<G extends GameName> {
  readonly study: StudyStore;
  readonly replayed: ReplayedMatch<G>;
  readonly matchSteps: Steps;
  readonly where: Whereabouts;
  readonly tab: Tab;
  readonly begun: Doing;
}

/** What the viewer sees of a study, or the table on which they play on. */
function StudiedPosition<G extends GameName>(props: PositionProps<G>) {
  const { study, replayed, matchSteps, where, tab, begun } = props;
  const { replay, people } = replayed;
  const { branches } = study.content;
  const [doing, setDoing] = useState<Doing>(begun);
  /** Where the viewer plays on: others who step do not move the board under their hand. */
  const [from, setFrom] = useState(where.at);
  const isPlaying = doing === "playing" && hasPosition(from, branches, replay.entries.length);
  // The branch was removed.
  if (doing === "playing" && !isPlaying) setDoing("looking");
  const at = isPlaying ? from : where.at;
  const playFrom = (to: StudyPosition) => {
    setFrom(to);
    where.go(to);
  };
  usePage(isPlaying || at.line !== "" ? whatIfWords() : i18n._("Study"));
  const ui = useGameUi(replay);
  const line = useLine(replay, at.line, branches);
  const shown = useMemo(() => ({ replay: line, people }), [line, people]);
  const turns = useReplayLog(shown, ui, at.line === "");
  const log = (
    <ReplayLog turns={turns} at={at.n} people={people} {...(at.line !== "" && { title: <WhatIfSign /> })} />
  );
  if (isPlaying)
    return (
      <PlayOn
        ui={ui}
        shown={shown}
        legal={(n, seat) => line.legal(n, seat)}
        at={at}
        onPlay={async (seat, command) => playFrom(await study.play(at, seat, command))}
        onBack={at.line === "" || at.n === 0 ? null : () => playFrom({ line: at.line, n: at.n - 1 })}
        onDone={() => setDoing("looking")}
        log={log}
      />
    );
  return (
    <>
      <LookedAt
        study={study}
        shown={shown}
        where={where}
        ui={ui}
        turns={turns}
        doing={doing === "playing" ? "looking" : doing}
        onDo={(what) => {
          setFrom(where.at);
          setDoing(what);
        }}
        bar={<Bar study={study} replayed={replayed} at={at} />}
        strip={<Strip study={study} steps={matchSteps} where={where} />}
        side={
          <Beside first={tab} study={study} replayed={replayed} steps={matchSteps} where={where} log={log} />
        }
      />
      {doing === "estimating" ? (
        <Dialog title={i18n._("Who could come first?")} onClose={() => setDoing("looking")}>
          <Estimate
            replayed={replayed}
            ui={ui}
            at={at}
            branches={branches}
            about={positionWords(at, matchSteps)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

interface BesideProps {
  readonly first: Tab;
  readonly study: StudyStore;
  readonly replayed: ReplayedMatch;
  readonly steps: Steps;
  readonly where: Whereabouts;
  readonly log: ReactNode;
}

function Beside({ first, study, replayed, steps, where: { at, go }, log }: BesideProps) {
  const { comments, branches } = study.content;
  const list = { study, steps, at, onGo: go };
  return (
    <Side
      first={first}
      counts={{ comments: comments.length, branches: branches.length, people: study.people.length }}
      parts={{
        log,
        comments: <Comments {...list} />,
        branches: <BranchList {...list} />,
        people: <PeopleTab study={study} record={replayed.record} />,
      }}
    />
  );
}

interface BarProps {
  readonly study: StudyStore;
  readonly replayed: ReplayedMatch;
  readonly at: StudyPosition;
}

function Bar({ study, replayed: { replay }, at }: BarProps) {
  const { id, people } = study;
  const [, goTo] = useLocation();
  const close = () => goTo(id === "" ? paths.lobby : paths.match(replay.match));
  const [asked, press] = useSecondPress(close);
  return (
    <TopBar
      actions={
        <>
          {id === "" ? null : (
            <ShareButton path={studyPath(id, formatPosition(at))}>
              <span className={styles.word}>{i18n._("Share this moment")}</span>
            </ShareButton>
          )}
          <Button onClick={() => (study.isUnsaved ? press() : close())}>
            {asked ? (
              i18n._("Discard")
            ) : (
              <>
                <Icon id="cross" />
                <span className={styles.word}>{i18n._("Close")}</span>
              </>
            )}
          </Button>
        </>
      }
    >
      <h1 tabIndex={-1}>{i18n._("Study")}</h1>
      <div className={styles.game}>
        <Pill>{catalogEntry(replay.game)?.title ?? replay.game}</Pill>
      </div>
      {id === "" ? null : (
        <div className={styles.game}>
          <Pill>
            {i18n._("{count, plural, one {# person here} other {# people here}}", { count: people.length })}
          </Pill>
        </div>
      )}
    </TopBar>
  );
}
