import type { GameName, Match, SeatInfo, TableSeat } from "@flower-war/client-sdk";
import { isPlayer } from "@flower-war/client-sdk/protocol";
import { Icon } from "../design/parts/icon.tsx";
import { Dot } from "../design/parts/pill.tsx";
import { seatName, seatShape } from "../games/seat-names.ts";
import { SeatSign } from "../games/seat-sign.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { ChallengeNote } from "./challenge-note.tsx";
import { SeatActions } from "./seat-actions.tsx";
import styles from "./seat-card.module.css";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly person: SeatInfo<G>;
  readonly action: Action;
}

/** A seat, who sits there, whether they are ready, and what the viewer can do about that. */
export function SeatCard<G extends GameName>({ match, person, action }: Props<G>) {
  const { seat, kind, name } = person;
  const free = kind === "open";
  const own = seat === match.seat;
  return (
    <li data-seat={seat} className={`${styles.card} ${free ? styles.free : ""} ${own ? styles.own : ""}`}>
      <div className={styles.person}>
        <SeatSign seat={seat} free={free} />
        <p>
          <strong>
            {free ? seatName(seat) : name}
            {person.host ? (
              <span className={styles.crown}>
                <Icon id="crown" />
              </span>
            ) : null}
          </strong>
          <small>
            {free ? null : <Dot kind={dotKind(person)} />}
            {describeSeat(person, own)}
            {match.details.seals[seat] === undefined ? null : `, ${i18n._("dice sealed")}`}
          </small>
        </p>
        {free || match.details.start !== "host" ? null : <ReadyMark ready={person.ready} />}
      </div>
      {free ? <ChallengeNote match={match} seat={seat} /> : null}
      <SeatActions match={match} person={person} action={action} />
    </li>
  );
}

function ReadyMark({ ready }: { readonly ready: boolean }) {
  return (
    <p className={styles.ready} data-ready={ready}>
      <span>{ready ? <Icon id="check" /> : null}</span>
      {ready ? i18n._("ready") : i18n._("not yet")}
    </p>
  );
}

/** Returns a seat in a few words: its name or shape, and who is there. */
export function describeSeat({ seat, kind, connected, temple, host }: TableSeat, own: boolean): string {
  const shape = seatShape(seat);
  if (kind === "open") {
    return shape === null ? i18n._("free") : i18n._("free, {shape}", { shape });
  }
  const facts = [
    seatName(seat),
    own ? i18n._("you") : null,
    host ? i18n._("host") : null,
    kind === "bot" || kind === "bot-account" ? i18n._("bot") : null,
    isPlayer(kind) && !connected ? i18n._("away") : null,
    temple === "" ? null : i18n._("with a temple"),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Returns which dot stands for a player's connection. */
export function dotKind({ kind, connected }: Pick<TableSeat, "kind" | "connected">): "on" | "off" | "bot" {
  if (isPlayer(kind) && !connected) return "off";
  return kind === "human" ? "on" : "bot";
}
