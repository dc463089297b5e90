import type { GameName } from "@flower-war/client-sdk";
import { Component, type ReactNode, use, useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import { TopBar } from "../design/page/frame.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { Tips } from "../design/parts/tip.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { useGameUi } from "../games/load-game.ts";
import { ShareButton } from "../session/share.tsx";
import { i18n } from "../texts/index.ts";
import { Dock } from "./dock.tsx";
import { forgetReplay, loadReplay, type ReplayedMatch } from "../record/load-replay.ts";
import { describeEntry, ReplayLog, useReplayLog } from "./replay-log.tsx";
import styles from "./replay-view.module.css";
import { useOverview } from "./overview.ts";
import { stepsOf } from "../record/steps.ts";
import { usePlayer } from "./player.ts";
import { useReplayPicture } from "./replay-picture.ts";
import { isFailedLoad } from "../base/load-once.ts";
import { NoMatch } from "../session/no-match.tsx";

interface Props<G extends GameName> {
  readonly replayed: ReplayedMatch<G>;
  /** The position at which it begins. */
  readonly first: number;
}

/** A replay: the board as it was, what happened in words, and the dock to walk through it. */
export function ReplayView<G extends GameName>({ replayed, first }: Props<G>) {
  const { id, replay, people, code } = replayed;
  const title = i18n._("Replay");
  usePage(title);
  const [, goTo] = useLocation();
  const ui = useGameUi(replay.game);
  const steps = useMemo(() => stepsOf(replay.entries), [replay]);
  const overview = useOverview(replay, steps);
  const player = usePlayer(steps, first);
  const scene = useReplayPicture(replayed, ui, player, Math.min(steps.last, Math.max(0, first)));
  const turns = useReplayLog(replayed, ui);
  const shown = player.at === 0 ? i18n._("The beginning") : describeEntry(turns, player.at);
  return (
    <Tips>
      <div className={styles.page}>
        <TopBar
          actions={
            <>
              <ShareButton path={paths.replay(id, player.at)}>
                <span className={styles.word}>{i18n._("Share this step")}</span>
              </ShareButton>
              <Button onClick={() => goTo(paths.match(id))}>
                <Icon id="cross" />
                <span className={styles.word}>{i18n._("Close")}</span>
              </Button>
            </>
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
        <main className={styles.main}>
          <section className={styles.players} aria-label={i18n._("Players")}>
            <ui.Players scene={scene} />
          </section>
          <div className={styles.middle}>
            <figure className={styles.board} aria-label={i18n._("The board")}>
              <ui.Board scene={scene} />
            </figure>
            <ui.Notes scene={scene} />
          </div>
          <div className={styles.side}>
            {/* While it plays, every step would be spoken over the one before. */}
            <p className={styles.shown} role="status" aria-live={player.playing ? "off" : "polite"}>
              {shown}
            </p>
            <ReplayLog turns={turns} at={player.at} people={people} />
          </div>
        </main>
        <Dock steps={steps} overview={overview} player={player} people={people} turns={turns} shown={shown} />
      </div>
    </Tips>
  );
}

/** A finished match, to be watched again from its record. `?at=` says after how many entries it begins. */
export function ReplayPage({ id }: { readonly id: string }) {
  return (
    <NoReplay id={id}>
      <Loaded id={id} />
    </NoReplay>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const loading = useMemo(() => loadReplay(id), [id]);
  const [search] = useSearchParams();
  return <ReplayView replayed={use(loading)} first={Number.parseInt(search.get("at") ?? "0", 10) || 0} />;
}

/** Says why there is no replay: no record, or one of another version. */
class NoReplay extends Component<{ readonly id: string; readonly children: ReactNode }, { error: unknown }> {
  override readonly state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentWillUnmount() {
    if (this.state.error !== null) forgetReplay(this.props.id);
  }

  override render() {
    const { error } = this.state;
    // The fault is not in this record: the page's own boundary offers to try again.
    if (isFailedLoad(error)) throw error;
    return error === null ? this.props.children : <NoMatch code={this.props.id} error={error} />;
  }
}
