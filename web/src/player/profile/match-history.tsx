import type { AnyPlayerMatch, StoredSeat } from "@flower-war/client-sdk";
import type { MatchHistory, PlayerMatchSeat } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { Drawing } from "../../art/drawing.tsx";
import { nameOf, paths } from "../../base/routes.ts";
import { Button } from "../../design/parts/button.tsx";
import { GoButton } from "../../design/parts/go-button.tsx";
import { Icon } from "../../design/parts/icon.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { Panel, Unseen } from "../../design/parts/panel.tsx";
import { matchTitle } from "../../presets/presets.ts";
import { bareName, botWords } from "../../session/bot.tsx";
import { host } from "../../session/host.ts";
import { GoOn, MatchList, MatchRow } from "../../session/match-row.tsx";
import { describeChange } from "../../session/rating-change.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { seatName } from "../../session/seat-names.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { sitDown } from "../../session/sitting.ts";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { describeDay } from "../../texts/words.ts";
import styles from "./match-history.module.css";
import { describeEnd, describeUnrated } from "./words.ts";

interface Props {
  /** The newest matches. */
  readonly first: MatchHistory<AnyPlayerMatch>;
  readonly own: boolean;
  /** Reads the page that follows one. @param before `next` of that one */
  readonly readMore: (before: string) => Promise<MatchHistory<AnyPlayerMatch>>;
}

/** The matches of a player that are over, the newest first. */
export function Matches({ first, own, readMore }: Props) {
  const [{ matches, next }, setHistory] = useState(first);
  const action = useAction();
  const showMore = (before: string) =>
    action.run(async () => {
      const more = await readMore(before);
      setHistory((known) => ({ matches: [...known.matches, ...more.matches], next: more.next }));
    });
  if (matches.length === 0) return <NoMatches own={own} />;
  return (
    <Panel title={i18n._("Matches")} className={styles.panel}>
      <table className={styles.matches}>
        <thead>
          <tr>
            <th scope="col">{i18n._("When")}</th>
            <th scope="col">{i18n._("Game")}</th>
            <th scope="col">{i18n._("As")}</th>
            <th scope="col">{i18n._("With")}</th>
            <th scope="col">{i18n._("How it ended")}</th>
            <th scope="col">{i18n._("Rating")}</th>
            <th scope="col">
              <Unseen>{i18n._("Result")}</Unseen>
            </th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <Row key={match.match} match={match} />
          ))}
        </tbody>
      </table>
      <div className={styles.more}>
        <p role="status">
          {i18n._("{count, plural, one {# match} other {# matches}} shown", { count: matches.length })}
        </p>
        {next === null ? null : (
          <Button aria-disabled={action.busy} onClick={() => showMore(next)}>
            {i18n._("Show earlier ones")}
          </Button>
        )}
        {own ? <Link href={paths.record}>{i18n._("Open a record from a file")}</Link> : null}
        <RefusalNote error={action.error} />
      </div>
    </Panel>
  );
}

function Row({ match }: { readonly match: AnyPlayerMatch }) {
  const { seat, seats, won, ratingChange, unrated, invitation, outcome } = match;
  const [now] = useState(Date.now);
  const endedAt = match.endedAt ?? match.beganAt;
  const day = describeDay(endedAt, now);
  return (
    <tr className={won ? styles.won : undefined}>
      <td className={styles.when}>
        <time dateTime={new Date(endedAt).toISOString()}>{day}</time>
      </td>
      <td className={styles.game}>
        <GameTitle match={match} />
      </td>
      <td className={styles.as}>
        <SeatSign seat={seat} size="small" />
        <Unseen>{seatName(seat)}</Unseen>
      </td>
      <td className={styles.with}>
        <Seated seats={seats.filter((each) => each.seat !== seat)} />
      </td>
      <td className={styles.end}>{won ? <strong>{describeEnd(match)}</strong> : describeEnd(match)}</td>
      <td className={styles.change}>
        {ratingChange === null && unrated !== undefined ? (
          <small>{describeUnrated(unrated)}</small>
        ) : ratingChange === null ? (
          <Unseen>{i18n._("not rated")}</Unseen>
        ) : (
          <b data-change={Math.sign(Math.round(ratingChange))}>{describeChange(ratingChange)}</b>
        )}
      </td>
      <td className={styles.result}>
        {outcome === null ? null : (
          <Link
            href={paths.match(invitation ?? match.match)}
            aria-label={i18n._("Result of {game}, {day}", { game: matchTitle(match), day })}
          >
            {i18n._("Result")}
          </Link>
        )}
      </td>
    </tr>
  );
}

function NoMatches({ own }: { readonly own: boolean }) {
  return (
    <Notice
      tone="empty"
      picture={<Drawing sheet="signs" id="tochtli" />}
      title={i18n._("No match yet")}
      actions={
        own ? (
          <GoButton tone="go" to={paths.lobby}>
            {i18n._("Find a table")}
          </GoButton>
        ) : undefined
      }
    >
      {i18n._("Matches that are over are listed here.")}
    </Notice>
  );
}

/** What was played: the game, its preset where it has several, and whether only invited people could see it. */
function GameTitle({ match }: { readonly match: AnyPlayerMatch }) {
  return (
    <>
      {matchTitle(match)}
      {match.private ? (
        <span className={styles.private}>
          <Icon id="lock" />
          <Unseen>{i18n._("private")}</Unseen>
        </span>
      ) : null}
    </>
  );
}

/** The people of a match, each with the sign of their seat, and the way to those who are players here. */
function Seated({ seats }: { readonly seats: readonly PlayerMatchSeat[] }) {
  return (
    <ul className={styles.people}>
      {seats.map(({ seat, kind, name, player }) => (
        <li key={seat}>
          <SeatSign seat={seat} size="small" />
          <Unseen>{seatName(seat)}: </Unseen>
          {player === null ? bareName(name) : <Link href={paths.profile(player)}>{name}</Link>}
          {kind === "bot" ? <small>{botWords(name)}</small> : null}
        </li>
      ))}
    </ul>
  );
}

interface RunningMatchesProps {
  readonly matches: readonly AnyPlayerMatch[];
  /** The viewer's seats that this browser has. */
  readonly seats: readonly StoredSeat[];
}

/** The viewer's matches that go on, and the way back to their seats. Nothing when there are none. */
export function RunningMatches({ matches, seats }: RunningMatchesProps) {
  if (matches.length === 0) return null;
  return (
    <Panel title={i18n._("Going on")} lit>
      <MatchList>
        {matches.map((match) => (
          <RunningMatch
            key={match.match}
            match={match}
            kept={seats.find((kept) => kept.match === match.match && kept.seat === match.seat)}
          />
        ))}
      </MatchList>
    </Panel>
  );
}

interface RunningMatchProps {
  readonly match: AnyPlayerMatch;
  /** The seat as this browser has it; `undefined`: it was taken on another device. */
  readonly kept: StoredSeat | undefined;
}

function RunningMatch({ match, kept }: RunningMatchProps) {
  const { seat, seats, beganAt } = match;
  const others = seats.filter((each) => each.seat !== seat).map(({ name }) => name);
  const where = { game: matchTitle(match), seat: seatName(seat) };
  return (
    <MatchRow
      seat={seat}
      title={<GameTitle match={match} />}
      about={i18n._("with {names}, since {day}", {
        names: new Intl.ListFormat(i18n.locale).format(others),
        day: i18n.date(beganAt, { dateStyle: "medium" }),
      })}
    >
      {kept === undefined ? (
        <TakeBack match={match} label={i18n._("Play here: {game} as {seat}", where)} />
      ) : (
        <GoOn kept={kept} label={i18n._("Go on with {game} as {seat}", where)} />
      )}
    </MatchRow>
  );
}

interface TakeBackProps {
  readonly match: AnyPlayerMatch;
  /** What a screen reader says. */
  readonly label: string;
}

/** Brings the viewer's seat from the device where they took it to this one. */
function TakeBack({ match: { match, invitation, seat }, label }: TakeBackProps) {
  const [, goTo] = useLocation();
  const action = useAction();
  const play = () =>
    action.run(async () => {
      const sitting = await sitDown(host.join(invitation ?? match, { own: true, seat }));
      goTo(paths.match(nameOf(sitting.match)));
    });
  return (
    <>
      <Button tone="gold" aria-label={label} aria-disabled={action.busy} onClick={play}>
        {i18n._("Play here")}
      </Button>
      <RefusalNote error={action.error} />
    </>
  );
}
