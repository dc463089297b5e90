import type { GameName, Match } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { paths } from "../base/routes.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { Button } from "../design/parts/button.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { LogPanel } from "../game-frame/log/log-panel.tsx";
import type { Play } from "../games/rack.ts";
import { hostOf, titleOfTable } from "../session/match-facts.ts";
import type { Sitting } from "../session/sitting.ts";
import { i18n } from "../texts/index.ts";
import { WatchLayout } from "../watch/watch-layout.tsx";
import { useWatchedMatch } from "../watch/watched-match.ts";
import { EmbedBar } from "./embed-bar.tsx";
import styles from "./embed.module.css";

interface Props<G extends GameName> {
  readonly sitting: Sitting<G>;
  /** What the match was found by. */
  readonly name: string;
  /** What is known of its table. */
  readonly table: Play | null;
  /** Shows the match from its record, when it is over. */
  readonly onReplay: () => void;
}

/** An embedded match that is live. */
export function EmbeddedTable<G extends GameName>({ sitting, name, table, onReplay }: Props<G>) {
  const { match } = sitting;
  const watched = useWatchedMatch(sitting);
  const gathers = watched === null;
  const bar = (
    <EmbedBar
      title={titleOfTable({ title: match.details.title, host: hostOf(match) })}
      path={paths.match(name)}
      way={gathers ? i18n._("Play") : i18n._("Watch there")}
    >
      <LiveState match={match} />
    </EmbedBar>
  );
  if (gathers) return <Gathering match={match} table={table} bar={bar} />;
  const { ui, scene, log, line } = watched;
  return (
    <WatchLayout
      framed
      bar={bar}
      players={<ui.Players scene={scene} serverTime={() => match.serverTime} />}
      board={<ui.Board scene={scene} />}
      notes={<ui.Notes scene={scene} />}
      side={<LogPanel log={log} seat={null} people={match.seats} />}
      foot={
        <footer className={styles.foot}>
          <p role="status" className={match.status === "over" ? undefined : styles.last}>
            {line}
          </p>
          {match.status === "over" ? (
            <Button tone="gold" onClick={onReplay}>
              {i18n._("Watch it again")}
            </Button>
          ) : null}
        </footer>
      }
    />
  );
}

/** Whether what is seen is what happens now. */
function LiveState<G extends GameName>({ match: { connection, status } }: { readonly match: Match<G> }) {
  if (status === "over") return <Pill>{i18n._("over")}</Pill>;
  const isLive = connection === "connected";
  return (
    <Pill tone={isLive ? "live" : "plain"}>
      <Dot kind={isLive ? "on" : "off"} />
      {isLive ? i18n._("live") : i18n._("reconnecting")}
    </Pill>
  );
}

interface GatheringProps<G extends GameName> extends Pick<Props<G>, "table"> {
  readonly match: Match<G>;
  readonly bar: ReactNode;
}

/** A table at which people still take their seats. */
function Gathering<G extends GameName>({ match: { game, seats }, table, bar }: GatheringProps<G>) {
  const taken = seats.filter(({ kind }) => kind !== "open");
  return (
    <div className={styles.gathering}>
      {bar}
      <main className={styles.picture}>
        <GamePicture game={game} seats={taken.map(({ seat }) => seat)} play={table} />
      </main>
      <footer className={styles.foot}>
        <p role="status">
          {i18n._("{taken} of {seats} seated", { taken: taken.length, seats: seats.length })}
          {taken.length === 0 ? null : `: ${taken.map(({ name }) => name).join(", ")}`}
        </p>
      </footer>
    </div>
  );
}
