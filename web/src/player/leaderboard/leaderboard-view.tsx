import type { GameName } from "@flower-war/client-sdk";
import { type Leaderboard, type LeaderboardEntry, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { Link } from "wouter";
import { TopBar } from "../../design/page/frame.tsx";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { GoButton } from "../../design/parts/go-button.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { Pages } from "../../design/parts/pages.tsx";
import { Pill } from "../../design/parts/pill.tsx";
import { Segments } from "../../design/parts/segments.tsx";
import { CATALOG, catalogEntry } from "../../games/catalog.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import type { Asked } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./leaderboard-view.module.css";

/** A page of a game's leaderboard, and who looks at it. */
export interface SeenLeaderboard extends Leaderboard {
  readonly game: GameName;
  /** The id of the viewer's player; `null`: they have none. */
  readonly me: string | null;
}

interface Props {
  /** The game that was asked for last. */
  readonly game: GameName;
  readonly asked: Asked<SeenLeaderboard>;
  readonly onGame: (game: GameName) => void;
  readonly onPage: (page: number) => void;
}

const GAMES = Object.entries(CATALOG).map(([value, { title }]) => ({
  value: value as GameName,
  label: title,
}));

/** The best players of a game. */
export function LeaderboardView({ game, asked, onGame, onPage }: Props) {
  const { answer, error, asking, retry } = asked;
  const heading = i18n._("Leaderboard");
  usePage(heading);
  // Another game's players are not shown under this one's name.
  const board = answer?.game === game ? answer : null;
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
        <Segments label={i18n._("Game")} look="pills" options={GAMES} value={game} onChange={onGame} />
      </TopBar>
      <main className={styles.page} aria-busy={asking}>
        <p className={styles.rule}>
          {i18n._(
            "Players with an account who have at least {matches} rated matches. Until then a rating is provisional.",
            { matches: PROVISIONAL_MATCHES },
          )}
        </p>
        {error === null ? null : (
          <Notice
            tone="bad"
            picture={<Drawing sheet="signs" id="quiahuitl" />}
            title={i18n._("The leaderboard cannot be shown")}
            actions={
              <Button tone="gold" onClick={retry}>
                {i18n._("Try again")}
              </Button>
            }
          >
            <RefusalNote error={error} />
          </Notice>
        )}
        {board === null ? (
          <p role="status" className={styles.status}>
            {asking ? i18n._("Asking the server…") : null}
          </p>
        ) : (
          <Board board={board} onPage={onPage} />
        )}
      </main>
    </>
  );
}

interface BoardProps {
  readonly board: SeenLeaderboard;
  readonly onPage: (page: number) => void;
}

function Board({ board, onPage }: BoardProps) {
  const { entries, total, page, pages, me } = board;
  if (total === 0) {
    return (
      <Notice
        tone="empty"
        picture={<Drawing sheet="signs" id="tochtli" />}
        title={i18n._("Nobody is ranked yet")}
        actions={
          <GoButton tone="go" to={paths.lobby}>
            {i18n._("Find a table")}
          </GoButton>
        }
      >
        {i18n._("The first to have enough rated matches leads here.")}
      </Notice>
    );
  }
  return (
    <>
      <div className={styles.board}>
        <table>
          <thead>
            <tr>
              <th scope="col">{i18n._("Rank")}</th>
              <th scope="col">{i18n._("Player")}</th>
              <th scope="col">{i18n._("Rating")}</th>
              <th scope="col">{i18n._("Matches")}</th>
              <th scope="col">{i18n._("Won")}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} own={entry.id === me} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages label={i18n._("Pages of the leaderboard")} page={page} pages={pages} onTurn={onPage} />
    </>
  );
}

function Row({ entry, own }: { readonly entry: LeaderboardEntry; readonly own: boolean }) {
  const { rank, id, name, rating, matches, won } = entry;
  return (
    <tr className={own ? styles.own : undefined}>
      <td data-first={rank === 1}>{rank}</td>
      <th scope="row">
        <Link href={paths.profile(id)}>{name}</Link> {own ? <Pill tone="gold">{i18n._("you")}</Pill> : null}
      </th>
      <td>
        <b>{Math.round(rating)}</b>
      </td>
      <td>{matches}</td>
      <td>{won}</td>
    </tr>
  );
}

/** Returns the game that an address names, else the newcomer's. */
export function readGame(text: string | null): GameName {
  return text !== null && catalogEntry(text) !== undefined ? (text as GameName) : "flower-war";
}

/** Returns the page that an address names, else the first. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
