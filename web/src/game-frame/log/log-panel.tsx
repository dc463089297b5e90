import type { GameName, SeatInfo } from "@flower-war/client-sdk";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import { LOG_ID } from "../../base/use-keys.ts";
import { Button } from "../../design/parts/button.tsx";
import { Panel } from "../../design/parts/panel.tsx";
import type { LoggedEvent, Past } from "../../session/match-history.ts";
import type { Sitting } from "../../session/sitting.ts";
import { i18n } from "../../texts/index.ts";
import { laterPart } from "../../texts/lazy-part.tsx";
import type { GameUi } from "../game-ui.ts";
import styles from "./log-panel.module.css";
import { type Named, TurnLines, titleOfTurn } from "./turn-lines.tsx";
import { createLogWriter, firstSinceOwn, isFirstTurnOf, type LogTurn } from "./turns.ts";

const Temperament = laterPart(
  async () => (await import("../bots/temperament.tsx")).Temperament,
  "game-frame/bots",
);

interface Props {
  readonly log: Omit<MatchLog, "events">;
  /** The viewer's seat; `null`: they watch. */
  readonly seat: string | null;
  readonly people: Named;
}

/** Turns that are in the document at first, and that are added at a time. */
const SHOWN = 30;

/** What happened, by turns; the newest line is at the bottom and in sight. Of a long match, earlier turns are shown when asked for. */
export function LogPanel({ log: { turns, beginning, read }, seat, people }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(SHOWN);
  const first = Math.max(0, turns.length - shown);
  const count = turns.reduce((sum, turn) => sum + turn.lines.length, 0);
  useEffect(() => {
    if (count === 0) return undefined;
    // Just before the frame is drawn, when the layout is computed anyway.
    const frame = requestAnimationFrame(() => scroll.current?.scrollTo({ top: 0 }));
    return () => cancelAnimationFrame(frame);
  }, [count]);
  const since = firstSinceOwn(turns, seat);
  const titleOf = (turn: LogTurn) => titleOfTurn(turn, seat, people);
  return (
    <Panel title={i18n._("What happened")} className={styles.panel}>
      {/* Scrolled by keyboard, so it takes the focus. */}
      <div
        ref={scroll}
        id={LOG_ID}
        className={styles.scroll}
        tabIndex={0}
        aria-label={i18n._("Log")}
        role="group"
        aria-busy={beginning === "reading"}
      >
        <div>
          {first > 0 ? (
            <Button
              onClick={() => {
                setShown(shown + SHOWN);
                // When nothing earlier is left, the button goes.
                if (first <= SHOWN) scroll.current?.focus();
              }}
            >
              {i18n._("Show earlier turns")}
            </Button>
          ) : (
            <Beginning beginning={beginning} empty={turns.length === 0} read={read} />
          )}
          {turns.slice(first).map((turn, index) => (
            <Fragment key={turn.key}>
              {first + index === since ? (
                <p className={styles.since}>{i18n._("Since your last turn")}</p>
              ) : null}
              {people.map(({ seat: whose, name }) =>
                isFirstTurnOf(whose, turn, turns) ? (
                  <Temperament key={whose} seat={whose} name={name} />
                ) : null,
              )}
              <TurnLines turn={turn} title={titleOf(turn)} />
            </Fragment>
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** How far back the log goes, while that is not the match's beginning. */
function Beginning({ beginning, empty, read }: Pick<MatchLog, "beginning" | "read"> & { empty: boolean }) {
  switch (beginning) {
    case "reading":
      return <p className={styles.note}>{i18n._("Reading what happened before…")}</p>;
    case "failed":
      return (
        <p className={styles.note}>
          {i18n._("What happened before could not be read.")}{" "}
          <Button onClick={read}>{i18n._("Try again")}</Button>
        </p>
      );
    case "read":
      return empty ? <p className={styles.note}>{i18n._("Nothing has happened yet.")}</p> : null;
  }
}

/** Announces the turns that are over. Nothing of it is seen, so it comes after the table. */
export const LogAnnouncer = laterPart(async () => (await import("./log-announcer.tsx")).LogAnnouncer);

/** The log of a match, by turns. */
export interface MatchLog {
  readonly turns: readonly LogTurn[];
  /** What its turns are made of, the oldest first. */
  readonly events: readonly LoggedEvent[];
  /** Whether it goes back to the match's beginning. */
  readonly beginning: Past["beginning"];
  /** Reads it again, after it failed. */
  readonly read: () => void;
}

/**
 * Returns the match's log in words. All that shows a log gets it here.
 * @param shown the number of the last entry that the table has shown: later ones are not in the log yet
 */
export function useLog<G extends GameName>(
  { match, history }: Sitting<G>,
  ui: GameUi<G>,
  shown: number,
): MatchLog {
  const { events: known, beginning } = history.use();
  const events = useMemo(() => eventsUpTo(known, shown), [known, shown]);
  const people = usePeople(match.seats);
  const write = useMemo(
    // Only the view's options are used, and they do not change.
    () =>
      createLogWriter<G>(match.game, (event, followed) =>
        ui.describeEvent(event, match.seat, people, match.view ?? undefined, followed),
      ),
    [match, ui, people],
  );
  const turns = useMemo(() => write(events, beginning === "read"), [write, events, beginning]);
  return { turns, events, beginning, read: () => void history.readLog() };
}

/** Returns the events of the first `n` entries; the same list if these are all. */
function eventsUpTo<E extends { readonly n: number }>(events: readonly E[], n: number): readonly E[] {
  const last = events.findLastIndex((event) => event.n <= n);
  return last === events.length - 1 ? events : events.slice(0, last + 1);
}

/** Returns the players by seat; the same value until a player's name changes. */
function usePeople<G extends GameName>(seats: readonly SeatInfo<G>[]): readonly SeatInfo<G>[] {
  const [people, setPeople] = useState(seats);
  const changed = seats.some(({ name }, index) => people[index]?.name !== name);
  if (changed) setPeople(seats);
  return changed ? seats : people;
}
