import type { GameName, Match, SeatInfo } from "@flower-war/client-sdk";
import { Icon } from "../design/parts/icon.tsx";
import { Dot } from "../design/parts/pill.tsx";
import { describeSeat, dotKind } from "../session/match-facts.ts";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { ChallengeNote } from "./invite-bot.tsx";
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
