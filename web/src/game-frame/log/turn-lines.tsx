import { memo } from "react";
import { nameInText } from "../../session/bot.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import styles from "./log-panel.module.css";
import type { LogTurn } from "./turns.ts";
import { seatName } from "../../session/seat-names.ts";
import { i18n } from "../../texts/index.ts";

interface Props {
  readonly turn: LogTurn;
  readonly title: string;
  /** The entry that is shown now, which is lit; the later ones are faint. Default: none. */
  readonly at?: number;
}

/** One turn of the log. A turn that has not changed is not drawn again. */
export const TurnLines = memo(function TurnLines({ turn, title, at }: Props) {
  return (
    <section className={styles.turnSection}>
      <h3 className={styles.turn}>{title}</h3>
      <ol>
        {turn.lines.map(({ key, n, seat, words }) => (
          <li key={key} data-n={n} className={lookOf(n, at)} aria-current={n === at ? "step" : undefined}>
            <SeatSign seat={seat} size="small" />
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  );
});

function lookOf(n: number, at: number | undefined): string {
  if (at === undefined || n < at) return styles.line ?? "";
  return `${styles.line} ${n === at ? styles.lit : styles.later}`;
}

/** The players by seat, as a title needs them. */
export type Named = readonly { readonly seat: string; readonly name: string }[];

/**
 * Returns which turn or round it is, and whose.
 * @param viewer the viewer's seat; `null`: they watch
 */
export function titleOfTurn({ number, seat }: LogTurn, viewer: string | null, people: Named): string {
  if (seat === null) return number === null ? i18n._("Before") : i18n._("Round {number}", { number });
  if (number === null) {
    return seat === viewer ? i18n._("Your turn") : i18n._("{who}'s turn", { who: nameOf(seat, people) });
  }
  return seat === viewer
    ? i18n._("Turn {number}, yours", { number })
    : i18n._("Turn {number}, {who}", { number, who: nameOf(seat, people) });
}

/** Returns the name of a seat's player; the seat's own name while it has none. */
export function nameOf(seat: string, people: Named): string {
  const name = people.find((person) => person.seat === seat)?.name ?? "";
  const shared = people.filter((person) => person.name === name).length > 1;
  return name === "" || shared ? seatName(seat) : nameInText(name);
}
