import {
  type AnyMatch,
  type AnySummary,
  type GameName,
  type JoinOptions,
  Refusal,
  type StoredSeat,
  systemTime,
} from "@flower-war/client-sdk";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { isId, paths } from "../base/routes.ts";
import { useLooks } from "../base/use-looks.ts";
import { usePage } from "../base/use-page.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { Brand } from "../design/page/frame.tsx";
import { Loading } from "../design/page/loading.tsx";
import { Settings } from "../design/page/settings.tsx";
import { ThreeSigns } from "../design/parts/three-signs.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { loadGameUi } from "../games/load-game.ts";
import { host } from "../session/host.ts";
import { hostOf, titleOfTable } from "../session/match-facts.ts";
import { forgetPlace, rememberedName, rememberedPlace, rememberName } from "../session/memory.ts";
import { useMySeats } from "../session/mine.ts";
import { NoMatch, UnknownGame } from "../no-match/no-match.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { type Asked, useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { comeAsJudge } from "./come-as-judge.ts";
import styles from "./door.module.css";
import { type DoorProps, InvitationCard, keepsOut } from "./invitation-card.tsx";

interface Props {
  readonly code: string;
  /** The result of the match, for when its table is closed. */
  readonly closed: ReactNode;
}

/** Returns the hash of the link by which the viewer came, also after a reload: `MatchPage` keeps it. */
const linkHash = (): string => location.hash || (typeof history.state === "string" ? history.state : "");

/** The door of a match, anew for each link with a token. */
export function DoorPage(props: Props) {
  const hash = useLocationProperty(linkHash);
  return <DoorOf key={hash} {...props} hash={hash} />;
}

/**
 * Before a match: takes the place that this tab had again by itself, else shows the match and offers own seats, another
 * seat, or to watch.
 */
function DoorOf({ code, hash, closed }: Props & { readonly hash: string }) {
  const action = useAction();
  const { answer: seats, error: seatsError } = useMySeats();
  const [place] = useState(() => rememberedPlace(code));
  const asked = seats !== null || seatsError !== null;
  const mine = (seats ?? []).filter((kept) => [kept.code, kept.match, kept.invitation].includes(code));
  const had = mine.find(({ seat }) => place?.kind === "seat" && place.seat === seat);
  const [, given] = hash.split("#seat="); // of a match that moved here, or of a player who hands their seat over
  const token = given || had?.token;
  const returns = (given || place) && action.error === null && (!asked || token);
  const link = mine[0]?.invitation ?? code;
  const { answer: summary, error, refresh } = useTable(link, asked && !returns);

  const game = summary?.game ?? null;
  const isUnknown = game !== null && catalogEntry(game) === undefined;
  useGame(isUnknown ? null : game);

  const enter = (seat: () => Promise<AnyMatch>) =>
    action.run(async () => {
      try {
        await sitDown(seat());
        if (hash) history.replaceState(null, ""); // the link is used
      } catch (refused) {
        void refresh();
        throw refused;
      }
    });
  const goBack = ({ match, token }: StoredSeat) => enter(() => host.join(match, { token }));
  const sit = (name: string, how: JoinOptions) => {
    rememberName(name);
    enter(() => host.join(code, { name, ...how }));
  };
  const handsOver = useStays(codeOf(action.error) === "seat-offered");

  const watch = () => enter(() => host.spectate(code, spectatorName()));

  useOnce(asked, () => {
    if (token) enter(() => host.join(had?.match ?? code, { token }));
  });
  const [, judges] = hash.split("#judge=");
  const judge = judges ? (name: string) => enter(() => comeAsJudge(code, judges, name)) : null;
  const isOver = summary?.over === true;
  const returned = place?.kind === "spectator" && had === undefined && judge === null;
  const watches = summary !== null && !isUnknown && canWatch(summary, returned);
  useWatching(watches, action.error, watch);

  const refused = summary === null ? (error ?? action.error) : action.error;
  if ([codeOf(refused), codeOf(error)].includes("unknown-match")) {
    // A result is kept for longer than everything else of a match, and found by the match's id or invitation alone.
    return isId(code) ? closed : <NoMatch code={code} />;
  }
  if (watches && refused === null) return <Loading />;
  if (isOver || codeOf(refused) === "match-ended") {
    forgetPlace(code);
    return closed;
  }
  if (summary !== null) {
    if (isUnknown) return <UnknownGame code={summary.code} game={summary.game} />;
    if (summary.table === undefined) return <NoMatch code={code} />;
    return (
      <Door
        game={summary.game}
        code={summary.code}
        link={paths.match(link)}
        table={summary.table}
        isInvited={isId(link) && link !== summary.match}
        mine={mine}
        action={action}
        onBack={goBack}
        onSit={(name, seat) => sit(name, { seat })}
        onTakeOver={handsOver && token ? (name) => sit(name, { token, takesOver: true }) : null}
        onJudge={judge}
        onWatch={watch}
      />
    );
  }
  return refused === null ? <Loading /> : <NoMatch code={code} error={refused} />;
}

/** Loads a game while the viewer decides, so that its table is drawn sooner. */
function useGame(game: GameName | null): void {
  useEffect(() => {
    if (game !== null) loadGameUi({ game }).catch(() => {});
  }, [game]);
}

/** Returns whether a condition has been true. */
function useStays(isTrue: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

/** Acts when a condition becomes true. */
function useOnce(isTrue: boolean, act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (isTrue) actNow();
  }, [isTrue]);
}

/** Watches at once if the viewer does, and as soon as there is something to see if that was why it was refused. */
function useWatching(watches: boolean, error: unknown, watch: () => void): void {
  const wait = error instanceof Refusal && error.code === "watch-later" ? error.wait : undefined;
  useOnce(watches, watch);
  const watchNow = useEffectEvent(watch);
  useEffect(() => (wait === undefined ? undefined : systemTime.after(wait, watchNow)), [wait]);
}

/**
 * Whether the viewer watches a match at once. One that is over is shown live as long as its room is open: a player may want a rematch.
 * Older servers do not tell whether it is.
 * @param returns whether they watched it before
 */
function canWatch({ over, closed, result }: AnySummary, returns: boolean): boolean {
  return over ? !(closed ?? result === undefined) : returns;
}

/** Returns the code of a refusal; `null`: it is another error, or none. */
function codeOf(reason: unknown): string | null {
  return reason instanceof Refusal ? reason.code : null;
}

/** What the viewer is called when they watch and talk: by their name, if they have one. */
function spectatorName(): { name?: string } {
  const name = rememberedName();
  return name === "" ? {} : { name };
}

/** ms between two looks while the page is seen. */
const INTERVAL = 4000;

/**
 * Looks at a match from outside for as long as the component is shown, so that the door shows who sits there.
 * @param name its invitation, id or code
 * @param wanted `false`: not now
 */
function useTable(name: string, wanted: boolean): Asked<AnySummary> {
  const asked = useAnswer(wanted ? name : null, () => host.findMatch(name));
  useLooks(asked.look, INTERVAL, asked.answer?.table !== undefined);
  return asked;
}

/** The invitation to a match: the game, the seats, and the buttons to join or watch. */
export function Door(props: DoorProps) {
  const { game, table } = props;
  const { seats } = table;
  const host = hostOf(table);
  usePage(titleOfTable({ ...table, host }));
  const entry = catalogEntry(game);
  const [first] = seats;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Brand>
          <span>Flower War</span>
        </Brand>
        <Settings />
      </header>
      <main className={styles.main}>
        <div className={styles.words}>
          {host === null || first === undefined || keepsOut(props) || props.onJudge ? null : (
            <p className={styles.host}>
              <SeatSign seat={first.seat} />
              {i18n._("{host} invites you to play", { host })}
            </p>
          )}
          <h1 tabIndex={-1}>{titleOf(props)}</h1>
          <p className={styles.lead}>{entry?.lead()}</p>
          {entry?.temples === true ? <ThreeSigns /> : null}
        </div>
        <div className={styles.board}>
          <GamePicture
            game={game}
            seats={seats.filter(({ kind }) => kind !== "open").map(({ seat }) => seat)}
            play={table}
          />
        </div>
        <InvitationCard {...props} />
      </main>
    </div>
  );
}

function titleOf(props: DoorProps): string {
  const {
    table: { status, free },
    mine,
  } = props;
  if (props.onJudge) return i18n._("You are asked to judge this table");
  if (props.onTakeOver) return i18n._("A player hands you their seat");
  if (mine.length > 0) return i18n._("Your seat is kept for you");
  if (keepsOut(props)) return i18n._("By invitation only");
  if (free.length > 0) return i18n._("A seat is free for you");
  return status === "playing" ? i18n._("The match has begun") : i18n._("All seats are taken");
}
