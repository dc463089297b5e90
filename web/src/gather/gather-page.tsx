import type { GameName, Match } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { TopBar } from "../design/page/frame.tsx";
import { paths } from "../base/routes.ts";
import { useMedia } from "../base/use-media.ts";
import { usePage } from "../base/use-page.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { ChatAnnouncer, ChatPanel, ChatSheet } from "../chat/chat-lazy.tsx";
import { Notes } from "../notes/notes.tsx";
import { useConnection } from "../notes/connection.tsx";
import { hostOf, describeMatchClock } from "../session/match-facts.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./gather-page.module.css";
import { Invitation } from "./invitation.tsx";
import { SeatCard } from "./seat-card.tsx";
import { SeatTies } from "./seat-ties.tsx";
import { Waiting } from "./waiting.tsx";

/** Where the chat is a sheet. */
const PHONE = "(width < 620px)";

/** A match before it begins: the players so far, and how to invite the others. */
export function GatherPage<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { code, game, seats } = match;
  const connection = useConnection(match);
  const host = hostOf(match);
  const title = host === null ? i18n._("A new table") : i18n._("{host}'s table", { host });
  usePage(title);
  const [, goTo] = useLocation();
  const action = useAction();
  const entry = catalogEntry(game);
  const isPhone = useMedia(PHONE);
  return (
    <div className={styles.page}>
      <TopBar actions={<Button onClick={() => goTo(paths.lobby)}>{i18n._("Leave to the lobby")}</Button>}>
        <h1 tabIndex={-1}>{title}</h1>
        {match.details.codeShown ? <Pill>{code}</Pill> : null}
        <Pill>
          <Icon id={match.state.private ? "lock" : "globe"} />
          {match.state.private ? i18n._("only with the link") : i18n._("open to anyone")}
        </Pill>
      </TopBar>
      <Notes match={match} connection={connection} />
      <ChatAnnouncer match={match} />
      <main className={styles.main}>
        <div className={styles.board} data-board>
          <GamePicture
            game={game}
            seats={seats.filter(({ kind }) => kind !== "open").map(({ seat }) => seat)}
          />
        </div>
        <SeatTies seats={seats} />
        <ol className={styles.seats} aria-label={i18n._("Seats")}>
          {seats.map((person) => (
            <SeatCard key={person.seat} match={match} person={person} action={action} />
          ))}
        </ol>
        <div className={styles.side}>
          <Panel title={i18n._("How we play")} className={styles.rules}>
            <ul>
              <li>
                <Icon id="people" />
                <span>
                  <strong>{entry?.title ?? game}</strong>. {entry?.lead()}
                </span>
              </li>
              <li>
                <Icon id="clock" />
                <span>{describeMatchClock(match)}</span>
              </li>
              <li>
                <Icon id="seal" />
                <span>{i18n._("Fair dice: sealed before, opened after")}</span>
              </li>
            </ul>
            <a href={paths.rules(game)} target="_blank" rel="noreferrer">
              {i18n._("Rules")}
            </a>
          </Panel>
          {isPhone ? <ChatSheet match={match} preview /> : <ChatPanel match={match} />}
        </div>
      </main>
      <footer className={styles.dock}>
        <Invitation match={match} />
        <Waiting match={match} action={action} />
      </footer>
    </div>
  );
}
