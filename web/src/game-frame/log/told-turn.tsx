import { prefer } from "../../base/preferences.ts";
import { Button } from "../../design/parts/button.tsx";
import { Icon } from "../../design/parts/icon.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import { usePace } from "../motion/conditions.ts";
import type { UsedPicture } from "../picture/match-picture.ts";
import styles from "./told-turn.module.css";
import { type Named, titleOfTurn } from "./turn-lines.tsx";
import { type LogTurn, summaryOf, turnsSinceOwn, wordsSince } from "./turns.ts";

interface ToldTurnProps {
  readonly turns: readonly LogTurn[];
  /** The viewer's seat; `null`: they watch. */
  readonly seat: string | null;
  readonly people: Named;
  readonly show: UsedPicture;
}

/** The turn that the table shows, in one line, with buttons that pause, step, speed up and skip what is shown. */
export function ToldTurn({ turns, seat, people, show }: ToldTurnProps) {
  const turn = turns.findLast(({ lines }) => lines.length > 0);
  return (
    <div className={styles.told}>
      {turn === undefined ? null : (
        <p className={styles.line}>
          <b>{titleOfTurn(turn, seat, people)}:</b> {summaryOf(turn, seat).join(" ")}
        </p>
      )}
      <Ways show={show} />
    </div>
  );
}

function Ways({ show: { picture, pause, resume, step, settle } }: Pick<ToldTurnProps, "show">) {
  const pace = usePace();
  if (pace === 0 || picture === null) return null;
  const { isPaused, isLatest } = picture;
  return (
    <div className={styles.ways} role="group" aria-label={i18n._("What the table shows")}>
      <Button aria-label={isPaused ? i18n._("Go on") : i18n._("Pause")} onClick={isPaused ? resume : pause}>
        <Icon id={isPaused ? "play" : "pause"} />
      </Button>
      <Button aria-label={i18n._("A step on")} aria-disabled={isLatest} onClick={step}>
        <Icon id="last" />
      </Button>
      <Button
        aria-label={i18n._("Twice as fast")}
        aria-pressed={pace === 2}
        onClick={() => prefer({ speed: pace === 2 ? 1 : 2 })}
      >
        2×
      </Button>
      <Button aria-disabled={isLatest && !isPaused} onClick={settle}>
        {i18n._("Skip")}
      </Button>
    </div>
  );
}

/** One line about what happened since the viewer's last turn, which opens to all of it. Shows nothing if nothing happened. */
export function SinceOwnTurn({ turns, seat }: Pick<ToldTurnProps, "turns" | "seat">) {
  const since = turnsSinceOwn(turns, seat);
  if (since.length === 0) return null;
  return (
    <details className={styles.since}>
      <summary>
        <span>
          <b>{i18n._("Since your last turn")}:</b> {wordsSince(since, seat)}
        </span>
      </summary>
      <ol>
        {since
          .flatMap(({ lines }) => lines)
          .map(({ key, seat: whose, words }) => (
            <li key={key}>
              <SeatSign seat={whose} size="small" />
              <span>{words}</span>
            </li>
          ))}
      </ol>
    </details>
  );
}
