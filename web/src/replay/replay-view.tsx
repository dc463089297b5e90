import { type GameName, Refusal } from "@flower-war/client-sdk";
import { type ReactNode, useMemo, useState } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { TopBar } from "../design/page/frame.tsx";
import { Loading } from "../design/page/loading.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { useGameUi } from "../games/load-game.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { ShareButton } from "../session/share.tsx";
import { i18n } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import type { ReviewProps } from "./review-view.tsx";
import { Dock } from "./dock.tsx";
import { loadReplay, type ReplayedMatch } from "../record/load-replay.ts";
import { describeEntry, ReplayLog, useReplayLog } from "./replay-log.tsx";
import styles from "./replay-view.module.css";
import { useOverview } from "./overview.ts";
import { stepsOf } from "../record/steps.ts";
import { usePlayer } from "./player.ts";
import { StudyButton } from "./study-button.tsx";
import { useReplayPicture } from "./replay-picture.ts";
import { NoMatch } from "../no-match/no-match.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { WatchLayout } from "../watch/watch-layout.tsx";

interface Props<G extends GameName> {
  readonly replayed: ReplayedMatch<G>;
  /** Stands at the upper edge in place of what the site has there. */
  readonly bar?: ReactNode;
  /** The position at which it begins. */
  readonly first: number;
  /** Whether it begins with open hands. Default: no. */
  readonly open?: boolean;
}

/** A replay: the board as it was, what happened in words, and the dock to walk through it. */
export function ReplayView<G extends GameName>({ replayed, first, open = false, bar }: Props<G>) {
  const { id, replay, people, code } = replayed;
  const title = i18n._("Replay");
  usePage(title);
  const [, goTo] = useLocation();
  const ui = useGameUi(replay);
  const steps = useMemo(() => stepsOf(replay.entries, replay.game), [replay]);
  const overview = useOverview(replay, steps);
  const player = usePlayer(steps, first);
  const [isOpen, setIsOpen] = useState(open);
  const scene = useReplayPicture(replayed, ui, player, Math.min(steps.last, Math.max(0, first)), isOpen);
  const turns = useReplayLog(replayed, ui);
  const shown = player.at === 0 ? i18n._("The beginning") : describeEntry(turns, player.at);
  return (
    <WatchLayout
      framed={bar !== undefined}
      bar={
        bar ?? (
          <TopBar
            actions={
              <div className={styles.actions}>
                {ui.opensHands ? (
                  <Button aria-pressed={isOpen} onClick={() => setIsOpen(!isOpen)}>
                    <Icon id="hand" />
                    <span className={styles.word}>{i18n._("Open hands")}</span>
                  </Button>
                ) : null}
                <ReviewButton
                  replayed={replayed}
                  ui={ui}
                  steps={steps}
                  onShow={(to) => player.act({ type: "go", to })}
                />
                <StudyButton replayed={replayed} at={player.at} />
                {id === "" ? null : (
                  <ShareButton path={paths.replay(id, player.at)}>
                    <span className={styles.word}>{i18n._("Share this step")}</span>
                  </ShareButton>
                )}
                <Button onClick={() => goTo(id === "" ? paths.lobby : paths.match(id))}>
                  <Icon id="cross" />
                  <span className={styles.word}>{i18n._("Close")}</span>
                </Button>
              </div>
            }
          >
            <h1 tabIndex={-1}>{title}</h1>
            <div className={styles.code}>
              <Pill>{code === "" ? (catalogEntry(replay.game)?.title ?? replay.game) : code}</Pill>
            </div>
            <div className={styles.outcome}>
              <Pill>{describeOutcome(ui, replay.outcome, { seat: null, people })}</Pill>
            </div>
          </TopBar>
        )
      }
      players={<ui.Players scene={scene} />}
      board={<ui.Board scene={scene} />}
      notes={<ui.Notes scene={scene} />}
      side={
        <>
          {/* While it plays, every step would be spoken over the one before. */}
          <Unseen>
            <span role="status" aria-live={player.playing ? "off" : "polite"}>
              {shown}
            </span>
          </Unseen>
          <ReplayLog turns={turns} at={player.at} people={people} />
        </>
      }
      foot={
        <Dock steps={steps} overview={overview} player={player} people={people} turns={turns} shown={shown} />
      }
    />
  );
}

const MatchReview = lazyPart(async () => (await import("./review-view.tsx")).MatchReview, "replay") as <
  G extends GameName,
>(
  props: ReviewProps<G>,
) => ReactNode;

/** Estimates the chances over a match, in a window. Games of the host's own have no bots for it. */
function ReviewButton<G extends GameName>(props: ReviewProps<G>) {
  const [open, setOpen] = useState(false);
  if (OWN_GAMES.has(props.replayed.replay.game)) return null;
  const show = (n: number) => {
    setOpen(false);
    props.onShow(n);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon id="eye" />
        <span className={styles.word}>{i18n._("Review")}</span>
      </Button>
      {open ? (
        <Dialog title={i18n._("Who could have won?")} onClose={() => setOpen(false)}>
          <MatchReview {...props} onShow={show} />
        </Dialog>
      ) : null}
    </>
  );
}

/** Why a record is not shown, but who won: its game is gone, or the version that it was played with. */
const NO_TABLE: readonly string[] = ["unknown-game", "unknown-rules"];

const RecordPage = lazyPart(async () => (await import("./record-page.tsx")).RecordPage, "replay");

/** A finished match, to be watched again from its record. @param id `""`: from a file */
export const ReplayPage = ({ id }: { readonly id: string }) =>
  id === "" ? (
    <RecordPage>{(replayed) => <ReplayView replayed={replayed} first={0} />}</RecordPage>
  ) : (
    <StoredReplay id={id} />
  );

/** The match of a server. `?at=` says after how many entries it begins. */
function StoredReplay({ id }: { readonly id: string }) {
  const { answer, error } = useAnswer(id, () => loadReplay(id));
  const [search] = useSearchParams();
  if (error instanceof Refusal && NO_TABLE.includes(error.code))
    return <Redirect to={paths.match(id)} replace />;
  if (error !== null) return <NoMatch code={id} error={error} />;
  if (answer?.id !== id) return <Loading />;
  return <ReplayView replayed={answer} first={Number.parseInt(search.get("at") ?? "0", 10) || 0} />;
}
