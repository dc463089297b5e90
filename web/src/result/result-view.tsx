import {
  type AgreedOutcome,
  type GameName,
  isAgreed,
  type OutcomeOf,
  type SeatInfo,
} from "@flower-war/client-sdk";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel, Unseen } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import type { Story } from "../game-frame/story.ts";
import { catalogEntry } from "../games/catalog.ts";
import { BackToTournament } from "../session/back-to-tournament.tsx";
import { BotFace, bareName, botWords, nameInText } from "../session/bot.tsx";
import type { RatingChanges } from "../session/finished-match.ts";
import { describeChange } from "../session/rating-change.ts";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { ShareButton } from "../session/share.tsx";
import { type Place, readStandings } from "../session/standings.ts";
import { i18n } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import { Emblem } from "./emblem.tsx";
import { MomentsStrip } from "./moments-strip.tsx";
import styles from "./result-page.module.css";

interface Props<G extends GameName> {
  readonly id: string;
  readonly code: string;
  readonly game: G;
  readonly people: readonly SeatInfo<G>[];
  readonly outcome: OutcomeOf<G> | null;
  readonly changes: RatingChanges;
  /** A sentence that says who won, and how. */
  readonly sentence: string | null;
  /** The last position; `null`: it is not stored any more. */
  readonly board: ReactNode;
  /** The proof of the dice. */
  readonly dice: ReactNode;
  /** The way into another match. */
  readonly again: ReactNode;
  readonly replay: boolean;
  /** `null`: it is not loaded, or there is none. */
  readonly story: Story | null;
}

const NOTHING_KNOWN: ReadonlyMap<string, string> = new Map();

/** A match that is over: who won and how, the last position, its story, and the ways on. */
export function ResultView<G extends GameName>(props: Props<G>) {
  const { id, code, game, people, outcome, changes, sentence, board, dice, again, replay, story } = props;
  const [, goTo] = useLocation();
  const seats = people.map(({ seat }) => seat);
  const places = outcome === null ? [] : readStandings(outcome, seats);
  const winners = places.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const names = people.filter(({ seat }) => winners.includes(seat)).map(({ name }) => nameInText(name));
  const title = outcome !== null && isAgreed(outcome) ? titleOfAgreed(outcome) : describeWinners(names);
  usePage(title);
  return (
    <div className={styles.page}>
      <TopBar actions={<Button onClick={() => goTo(paths.lobby)}>{i18n._("Lobby")}</Button>}>
        <span className={styles.game}>{catalogEntry(game)?.title ?? game}</span>
        {code === "" ? null : <Pill>{code}</Pill>}
      </TopBar>
      <main className={board === null ? styles.mainAlone : styles.main}>
        <Emblem seat={winners[0] ?? null} trophies={story?.trophies ?? []} />
        <section className={styles.words}>
          <h1 tabIndex={-1}>{title}</h1>
          {sentence === null ? null : <p role="status">{sentence}</p>}
          {replay ? (
            <div className={styles.facts}>
              {story?.facts.map((fact) => (
                <Pill key={fact}>{fact}</Pill>
              ))}
            </div>
          ) : null}
        </section>
        {board === null ? null : (
          <figure className={styles.board} aria-label={i18n._("Final position")}>
            {board}
          </figure>
        )}
        <Standings
          places={places}
          people={people}
          changes={changes}
          {...(replay && { holdings: story?.holdings ?? NOTHING_KNOWN })}
        />
        {replay && story?.moments.length !== 0 ? (
          <div className={styles.moments}>
            <MomentsStrip id={id} moments={story?.moments ?? []} />
          </div>
        ) : null}
      </main>
      <footer className={styles.dock}>
        <Panel title={catalogEntry(game)?.fair() ?? i18n._("Fair chance")} className={styles.dice}>
          {dice}
        </Panel>
        <div className={styles.ways}>
          <BackToTournament match={id} />
          {again}
          {replay ? (
            <Button onClick={() => goTo(paths.replay(id))}>
              <Icon id="film" />
              {i18n._("Replay")}
            </Button>
          ) : null}
          <ShareButton path={paths.match(id)}>{i18n._("Share")}</ShareButton>
          {replay ? <EmbedButton id={id} /> : null}
        </div>
      </footer>
    </div>
  );
}

function titleOfAgreed({ by }: AgreedOutcome): string {
  return by === "draw" ? i18n._("A draw") : i18n._("Aborted");
}

/** Returns who won, in a few words. */
function describeWinners(names: readonly string[]): string {
  const [first] = names;
  if (first === undefined) return i18n._("Nobody won");
  if (names.length === 1) return i18n._("{winner} won", { winner: first });
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return i18n._("{winners} won together", { winners: list.format(names) });
}

const EmbedTag = lazyPart(async () => (await import("../watch/embed-tag.tsx")).EmbedTag, "watch");

/** Tells how another site shows the match. */
function EmbedButton({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false);
  const title = i18n._("Show on another site");
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {open ? (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <EmbedTag name={id} />
        </Dialog>
      ) : null}
    </>
  );
}

interface StandingsProps {
  readonly places: readonly Place[];
  /** The seats' players, as far as they are known. */
  readonly people: readonly Pick<SeatInfo, "seat" | "name" | "kind" | "player">[];
  readonly changes: RatingChanges;
  /** What each seat had at the end, as far as it is known. */
  readonly holdings?: ReadonlyMap<string, string>;
}

/** The standings, the best first. */
export function Standings({ places, people, changes, holdings }: StandingsProps) {
  const won = places.some(({ place }) => place !== null);
  return (
    <Panel title={won ? i18n._("Standings") : i18n._("Where everyone stood")}>
      <ol className={styles.list}>
        {places.map(({ seat, place }) => {
          const person = people.find((each) => each.seat === seat);
          return (
            <li key={seat} className={place === 1 ? styles.first : styles.place}>
              {won ? <span className={styles.number}>{place ?? ""}</span> : null}
              <SeatSign seat={seat} />
              <p>
                <strong>
                  {person?.player ? (
                    <Link href={paths.profile(person.player)}>{person.name}</Link>
                  ) : (
                    bareName(person?.name ?? seatName(seat))
                  )}
                  <BotFace name={person?.name ?? ""} />
                </strong>
                <small>
                  {seatName(seat)}
                  {person?.kind === "bot" || person?.kind === "bot-account"
                    ? `, ${botWords(person.name)}`
                    : ""}
                </small>
                {/* Its line is kept while it is loaded. */}
                {holdings === undefined ? null : (
                  <small className={styles.holdings}>{holdings.get(seat) ?? ""}</small>
                )}
              </p>
              <RatingChange change={changes.get(seat) ?? null} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** By how many points the match changed a player's rating; nothing if it did not. */
function RatingChange({ change }: { readonly change: number | null }) {
  if (change === null) return null;
  return (
    <b className={styles.change} data-change={Math.sign(Math.round(change))}>
      <Unseen>{i18n._("The rating's change")}</Unseen> {describeChange(change)}
    </b>
  );
}
