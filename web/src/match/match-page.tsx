import type { AnyMatch, GameName, Match } from "@flower-war/client-sdk";
import {
  type ContextType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { useHeadingFocus, useTitle } from "../base/use-page.ts";
import { ChatAnnouncer, ChatPanel, ChatSheet, PeopleMenu } from "../chat/chat-lazy.ts";
import { LiveNoticesContext, Showing } from "../game-frame/action/action-notice.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { LogAnnouncer, LogPanel, type MatchLog, useLog } from "../game-frame/log/log-panel.tsx";
import { ShownEventsContext } from "../game-frame/log/shown-events.ts";
import { lineInShort } from "../game-frame/log/turns.ts";
import { toldScene, usePicture } from "../game-frame/picture/match-picture.ts";
import { type People, PeopleContext } from "../game-frame/table/person-name.tsx";
import { LastLineContext } from "../game-frame/table/table-layout.tsx";
import { useNarrow } from "../game-frame/table/use-narrow.ts";
import { actionsOf, useMatch, useScene } from "../game-frame/use-match.ts";
import { catalogEntry } from "../games/catalog.ts";
import { isFlowerWar } from "../games/is-flower-war.ts";
import { loadGameUi, useGameUi } from "../games/load-game.ts";
import { LostConnection, useConnection } from "../notes/connection.tsx";
import { Notes, PlayedForViewer } from "../notes/notes.tsx";
import { delayWords } from "../session/delay-words.ts";
import { seenTips } from "../session/memory.ts";
import { leaveMatch, type Sitting, useSitting } from "../session/sitting.ts";
import { i18n } from "../texts/index.ts";
import { laterPart, lazyPart } from "../texts/lazy-part.tsx";
import { MatchMenu } from "./menu/match-menu.tsx";

/* What a match shows before and after its table, loaded when it comes to that. */

const DoorPage = lazyPart(async () => (await import("../door/door-page.tsx")).DoorPage, "door", "no-match");

const GatherPage = lazyPart(async () => (await import("../gather/gather-page.tsx")).GatherPage, "gather");

const ResultPage = lazyPart(
  async () => (await import("../result/result-page.tsx")).ResultPage,
  "fairness",
  "no-match",
  "result",
);

const ClosedMatch = lazyPart(
  async () => (await import("../result/result-page.tsx")).ClosedMatch,
  "fairness",
  "no-match",
  "result",
);

/**
 * A match by its code or id: its door, and after joining the stage that it is at. Leaving the address leaves the match, and so does a link
 * with a token in its hash, which leads to the door: `#seat=`, `#judge=`. The token is moved from the address, which others may see, to the
 * state of the tab's history.
 */
export function MatchPage({ code }: { readonly code: string }) {
  const sitting = useSitting(code);
  useEffect(() => () => leaveMatch(code), [code]);
  const hash = useLocationProperty(() => location.hash);
  const come = useEffectEvent(() => {
    history.replaceState(hash, "", location.pathname);
    // At a table that gathers, who leaves gives the seat up.
    if (sitting?.match.status !== "gathering") leaveMatch(code);
  });
  useEffect(() => {
    if (hash) come();
  }, [hash]);
  if (sitting === null) return <DoorPage code={code} closed={<ClosedMatch code={code} />} />;
  return <MatchStage key={`${sitting.match.id} ${sitting.match.seat}`} sitting={sitting} />;
}

/** A match seen from a seat or by a spectator: gathering, table, or result. */
function MatchStage<G extends GameName>({ sitting }: { readonly sitting: Sitting<G> }) {
  const { match } = sitting;
  useMatch(match);
  const [atResult, setAtResult] = useState(match.status === "over");
  useEffect(() => {
    loadGameUi(match).catch(() => {});
  }, [match]);
  if (match.status === "gathering") return <GatherPage match={match} />;
  if (atResult) return <ResultPage match={match} />;
  return <LiveTable sitting={sitting} onResult={() => setAtResult(true)} />;
}

const EndOfMatch = lazyPart(async () => (await import("./end-of-match.tsx")).EndOfMatch);

const ReturnNote = lazyPart(async () => (await import("../game-frame/log/return-note.tsx")).ReturnNote);

const AskForSeat = laterPart(async () => (await import("../asks/ask-for-seat.tsx")).AskForSeat, "asks");

const TurnSignal = laterPart(async () => (await import("../session/turn-signal.tsx")).TurnSignal);

const ToldTurn = laterPart(async () => (await import("../game-frame/log/told-turn.tsx")).ToldTurn);

const Coach = laterPart(async () => (await import("../coach/coach.tsx")).Coach, "coach", "games/flower-war");

const SinceOwnTurn = laterPart(async () => (await import("../game-frame/log/told-turn.tsx")).SinceOwnTurn);

interface Props<G extends GameName> {
  readonly sitting: Sitting<G>;
  /** The viewer wants to see the result of the match, which is over. */
  readonly onResult: () => void;
}

/** Returns a game's title with the match's code, if others may see it. */
const namedTitle = (title: string, { details, code }: Pick<AnyMatch, "details" | "code">): string =>
  details.codeShown ? `${title} - ${code}` : title;

/** A match in play: the game's table, and around it all that is the same for every game. */
function LiveTable<G extends GameName>({ sitting, onResult }: Props<G>) {
  const { match } = sitting;
  const current = useScene(match);
  const ui = useGameUi(match);
  const show = usePicture(match, ui);
  const { picture, settle, act } = show;
  const scene = useMemo(
    () => (current === null || picture === null ? current : toldScene(current, picture)),
    [current, picture],
  );
  const log = useLog(sitting, ui, picture?.n ?? 0);
  const [people, setPeople] = useState<People | null>(null);
  const [cameAt] = useState(() => match.serverTime);
  // A viewer who acts has seen enough of the events before.
  const actions = useMemo(() => actionsOf(match, act), [match, act]);
  const own = picture?.isDecisionAnnounced ?? false;
  const title = catalogEntry(match.game)?.title ?? match.game;
  useTitle(own ? i18n._("Your turn - {game}", { game: title }) : namedTitle(title, match));
  useHeadingFocus();
  const connection = useConnection(match);
  const narrow = useNarrow();
  if (scene === null) return null;
  const outcome = picture?.isLatest === true ? match.outcome : null;
  const ended = outcome === null ? null : describeOutcome(ui, outcome, scene);
  // Made at each drawing: what was drawn in another language must not be kept.
  const notices = {
    disconnected:
      typeof connection === "string" ? null : <LostConnection match={match} loss={connection} as="panel" />,
    played: <PlayedForViewer match={match} />,
    showing: <Showing onSkip={settle} />,
    told: (
      <>
        <ToldTurn turns={log.turns} seat={match.seat} people={match.seats} show={show} />
        {match.seat === null ? <ForSpectator match={match} /> : null}
      </>
    ),
    since: <SinceOwnTurn turns={log.turns} seat={match.seat} />,
    ended,
  };
  return (
    <>
      {seenTips() !== null && isFlowerWar(scene) ? <Coach scene={scene} /> : null}
      <TurnSignal own={own} match={match} game={title} />
      <LogAnnouncer log={log} match={match} picture={picture} describe={() => ui.describeAwaited(scene)} />
      <ChatAnnouncer match={match} />
      <PeopleMenu match={match} onPeople={setPeople} />
      <Notes match={match} connection={connection} lossInPanel>
        <Suspense fallback={null}>
          <ReturnNote log={log} seat={match.seat} cameAt={cameAt} />
          {ended === null ? null : <EndOfMatch match={match.id} words={ended} onResult={onResult} />}
        </Suspense>
      </Notes>
      <TableContexts
        events={log.events}
        people={people}
        notices={notices}
        line={lineInShort(log.turns, match.seat, picture?.isAsked === true)}
      >
        <ui.Table
          scene={scene}
          {...actions}
          menu={
            <>
              {narrow && !match.silent ? <ChatSheet match={match} /> : null}
              <MatchMenu
                match={match}
                inPlay={ui.seatsInPlay(scene)}
                consequences={ui.consequencesOf(scene)}
                onResult={match.status === "over" ? onResult : null}
              />
            </>
          }
          log={<LogAndChat log={log} match={match} narrow={narrow} />}
        />
      </TableContexts>
    </>
  );
}

/** Says by how much later a spectator sees the table; where it is not late, they may ask for a seat. */
const ForSpectator = <G extends GameName>({ match }: { readonly match: Match<G> }) =>
  match.watchDelay > 0 ? (
    <p>{i18n._("You see this table {time} late.", { time: delayWords(match.watchDelay) })}</p>
  ) : (
    <AskForSeat match={match} />
  );

interface LogProps<G extends GameName> {
  readonly log: MatchLog;
  readonly match: Match<G>;
  /** Where the page is narrow the chat is a sheet. */
  readonly narrow: boolean;
}

const LogAndChat = <G extends GameName>({ log, match, narrow }: LogProps<G>) => (
  <>
    <LogPanel log={log} seat={match.seat} people={match.seats} />
    {narrow ? null : <ChatPanel match={match} compact />}
  </>
);

interface ContextsProps {
  readonly events: ContextType<typeof ShownEventsContext>;
  readonly people: People | null;
  readonly notices: ContextType<typeof LiveNoticesContext>;
  readonly line: ContextType<typeof LastLineContext>;
  readonly children: ReactNode;
}

/** What the parts of a table take from the live match around it. */
const TableContexts = ({ events, people, notices, line, children }: ContextsProps) => (
  <ShownEventsContext value={events}>
    <PeopleContext value={people}>
      <LiveNoticesContext value={notices}>
        <LastLineContext value={line}>{children}</LastLineContext>
      </LiveNoticesContext>
    </PeopleContext>
  </ShownEventsContext>
);
