import type { GameName, Match, SeatInfo, TableSummary } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { paths } from "../base/routes.ts";
import { useMedia } from "../base/use-media.ts";
import { usePage } from "../base/use-page.ts";
import { useRedraw } from "../base/use-redraw.ts";
import { GamePicture, hasBoard } from "../board-picture/index.tsx";
import { ChatAnnouncer, ChatPanel, ChatSheet, PolicyForm } from "../chat/chat-lazy.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { DialogLink } from "../design/parts/dialog-link.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { CATALOG, catalogEntry } from "../games/catalog.ts";
import { useConnection } from "../notes/connection.tsx";
import { Notes } from "../notes/notes.tsx";
import { minutesWords, playTitle } from "../presets/presets.ts";
import { BackToTournament } from "../session/back-to-tournament.tsx";
import { host } from "../session/host.ts";
import { describeMatchClock, hostOf, titleOfTable } from "../session/match-facts.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { type Action, useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";
import styles from "./gather-page.module.css";
import { Invitation } from "./invitation.tsx";
import { TEXTS } from "./invite-bot.tsx";
import { SeatCard } from "./seat-card.tsx";

const SeatTies = laterPart(async () => (await import("./seat-ties.tsx")).SeatTies);

/** Where the chat is a sheet. */
const PHONE = "(width < 620px)";

/** A match before it begins: the players so far, and how to invite the others. */
export function GatherPage<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const name = match.invitation ?? match.id;
  const { answer } = useAnswer(name, () => host.findMatch(name));
  return <Gathering match={match} table={answer?.table ?? null} />;
}

interface GatheringProps<G extends GameName> {
  readonly match: Match<G>;
  /** How it is played; `null`: the server has not answered yet. */
  readonly table: Pick<TableSummary, "preset" | "options" | "minutes"> | null;
}

export function Gathering<G extends GameName>({ match, table }: GatheringProps<G>) {
  const { code, game, seats } = match;
  const connection = useConnection(match);
  const title = titleOfTable({ ...match.details, host: hostOf(match) });
  usePage(title);
  const action = useAction();
  const isPhone = useMedia(PHONE);
  return (
    <div className={styles.page}>
      <TopBar
        actions={
          <>
            <BackToTournament match={match.id} tone="plain" />
            <GoButton to={paths.lobby}>{i18n._("Leave to the lobby")}</GoButton>
          </>
        }
      >
        <h1 tabIndex={-1}>{title}</h1>
        {match.details.codeShown && !match.details.assigned ? <Pill>{code}</Pill> : null}
        <Pill>
          <Icon id={match.details.assigned ? "seal" : match.state.private ? "lock" : "globe"} />
          {whoSits(match)}
        </Pill>
      </TopBar>
      <Notes match={match} connection={connection} />
      <ChatAnnouncer match={match} />
      <main className={styles.main}>
        <div className={styles.board} data-board>
          <GamePicture
            game={game}
            seats={seats.filter(({ kind }) => kind !== "open").map(({ seat }) => seat)}
            play={table}
          />
        </div>
        {hasBoard(game) ? <SeatTies seats={seats} /> : null}
        <ol className={styles.seats} aria-label={i18n._("Seats")}>
          {seats.map((person) => (
            <SeatCard key={person.seat} match={match} person={person} action={action} />
          ))}
        </ol>
        <div className={styles.side}>
          <HowWePlay match={match} table={table} />
          {isPhone ? <ChatSheet match={match} preview /> : <ChatPanel match={match} />}
        </div>
      </main>
      <footer className={styles.dock}>
        {match.details.assigned ? null : <Invitation match={match} />}
        <Waiting match={match} action={action} />
      </footer>
    </div>
  );
}

/** Returns who may sit down. */
function whoSits<G extends GameName>({ details, state }: Match<G>): string {
  if (details.assigned) return i18n._("seats assigned by a tournament");
  return state.private ? i18n._("only with the link") : i18n._("open to anyone");
}

/** The game, its preset, how long it takes, its clock and its chance. */
function HowWePlay<G extends GameName>({ match, table }: GatheringProps<G>) {
  const { game } = match;
  const entry = catalogEntry(game);
  return (
    <Panel title={i18n._("How we play")} className={styles.rules}>
      <ul>
        <li>
          <Icon id="people" />
          <span>
            <strong>{table === null ? (entry?.title ?? game) : playTitle({ game, ...table })}</strong>.{" "}
            {entry?.lead()}
          </span>
        </li>
        {table === null || table.minutes === null ? null : (
          <li>
            <Icon id="hourglass" />
            <span>{minutesWords(table.minutes)}</span>
          </li>
        )}
        <li>
          <Icon id="clock" />
          <span>{describeMatchClock(match)}</span>
        </li>
        <li>
          <Icon id="seal" />
          <span>{i18n._("{fair}: sealed before, opened after", { fair: CATALOG[game].fair() })}</span>
        </li>
      </ul>
      <p className={styles.links}>
        <a href={paths.rules(game)} target="_blank" rel="noreferrer">
          {i18n._("Rules")}
        </a>
        {match.isHost ? (
          <DialogLink words={i18n._("Guests and chat")} title={i18n._("Guests and chat")}>
            {() => <PolicyForm match={match} />}
          </DialogLink>
        ) : null}
      </p>
    </Panel>
  );
}

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly action: Action;
}

/** What the match waits for before it begins, and what the viewer can do about that. */
export function Waiting<G extends GameName>({ match, action }: Props<G>) {
  const { seats, details, isHost } = match;
  const own = seats.find(({ seat }) => seat === match.seat);
  const taken = seats.filter(({ kind }) => kind !== "open");
  const canStart =
    taken.length >= (catalogEntry(match.game)?.seats.min ?? 2) || details.start === "countdown";
  return (
    <div className={styles.waiting}>
      <div>
        <h2>
          <span role="status">{titleOf(match)}</span>
        </h2>
        <p>{details.start === "countdown" ? <Countdown match={match} /> : describeWait(match)}</p>
        <RefusalNote error={action.error} texts={TEXTS} />
      </div>
      <div className={styles.buttons}>
        {details.start === "host" && own !== undefined ? (
          <Button
            className={own.ready ? (styles.ready ?? "") : ""}
            aria-pressed={own.ready}
            aria-disabled={action.busy}
            onClick={() => action.run(() => match.setReady(!own.ready))}
          >
            <Icon id="check" />
            {i18n._("Ready")}
          </Button>
        ) : null}
        {isHost && details.start !== "full" ? (
          <Button
            tone="gold"
            aria-disabled={!canStart || action.busy}
            onClick={() => (canStart ? action.run(() => match.start()) : undefined)}
          >
            {startLabel(match, taken.length)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function startLabel<G extends GameName>({ details }: Match<G>, taken: number): string {
  return details.start === "countdown" ? i18n._("Start now") : i18n._("Start with {taken}", { taken });
}

function titleOf<G extends GameName>({ seats, details }: Match<G>): string {
  const open = seats.filter(({ kind }) => kind === "open").length;
  const taken = seats.filter(({ kind }) => kind !== "open");
  if (details.start !== "host" || taken.length < 2) {
    if (open === 0) {
      const names = awayNames(taken);
      return names === "" ? i18n._("It begins…") : i18n._("We wait for {names}", { names });
    }
    return details.assigned
      ? i18n._("It cannot begin")
      : i18n._("{open, plural, one {One seat is free} other {# seats are free}}", { open });
  }
  const ready = taken.filter((person) => person.ready).length;
  return i18n._("{ready} of {taken} are ready", { ready, taken: taken.length });
}

/** Returns the names of those whose seats are theirs, and who are not there: of a tournament's match. */
const awayNames = (people: readonly Pick<SeatInfo, "kind" | "connected" | "name">[]): string =>
  people
    .filter(({ kind, connected }) => kind === "human" && !connected)
    .map(({ name }) => name)
    .join(", ");

function describeWait<G extends GameName>(match: Match<G>): string {
  const { seats, details, isHost } = match;
  const isFull = seats.every(({ kind }) => kind !== "open");
  if (details.assigned && !isFull)
    return i18n._(
      "A player did not reveal their part of the chance, and lost the seat. The tournament ends the match soon: who came wins.",
    );
  if (details.start === "full") {
    return !isFull || awayNames(seats) === ""
      ? i18n._("The match begins by itself when every seat is taken.")
      : i18n._("The match begins when all are there, or in a moment without them.");
  }
  const waited = seats.filter(({ kind, ready, seat }) => kind === "human" && !ready && seat !== match.seat);
  const names = waited.map(({ name }) => name).join(", ");
  const fewest = catalogEntry(match.game)?.seats.min ?? 2;
  if (isHost && seats.filter(({ kind }) => kind !== "open").length < fewest) {
    return i18n._("Invite somebody, or seat a bot.");
  }
  if (isHost) {
    if (names === "") return i18n._("You may start whenever you like. Free seats vanish.");
    return i18n._("We wait for {names}. You may start without waiting.", { names });
  }
  const host = seats.find((person) => person.host)?.name;
  if (host === undefined)
    return i18n._("The match begins when every seat is taken and all players are ready.");
  return i18n._("{host} starts.", { host });
}

/** How long people may still come before bots take the free seats. */
function Countdown<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const seconds = useSecondsUntil(match);
  return (
    <span role="timer">
      {i18n._(
        "{seconds, plural, =0 {Bots take the free seats now.} one {Bots take the free seats in # second.} other {Bots take the free seats in # seconds.}}",
        {
          seconds,
        },
      )}
    </span>
  );
}

/** Returns the whole seconds until bots take the free seats of a match with a countdown; renders again with each. */
function useSecondsUntil<G extends GameName>(match: Match<G>): number {
  useRedraw(1000);
  useEffect(() => {
    // Makes the estimate of the server's time, which the first countdown needs.
    match.here().catch(() => {});
  }, [match]);
  const { startsAt, serverTime } = match;
  return startsAt === null ? 0 : Math.max(0, Math.ceil((startsAt - serverTime) / 1000));
}
