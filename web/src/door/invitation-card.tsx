import type { AnyMatch, StoredSeat } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { seatName } from "../games/seat-names.ts";
import { SeatSign } from "../games/seat-sign.tsx";
import { hostOf, describeMatchClock } from "../match/match-facts.ts";
import { rememberedName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./invitation-card.module.css";
import { freeSeatsOf } from "./free-seats.ts";
import { SeatChoice } from "./seat-choice.tsx";

export interface DoorProps {
  readonly match: AnyMatch;
  /** The viewer's own seats in it. */
  readonly mine: readonly StoredSeat[];
  readonly action: Action;
  readonly onBack: (kept: StoredSeat) => void;
  readonly onSit: (name: string, seat: string) => void;
  readonly onWatch: () => void;
}

/** The invitation: facts, seats, and the ways in. */
export function InvitationCard({ match, mine, action, onBack, onSit, onWatch }: DoorProps) {
  const [name, setName] = useState(rememberedName);
  const [wanted, setWanted] = useState<string | null>(null);
  const free = freeSeatsOf(match);
  const joins = free.length > 0;
  const chosen = wanted !== null && free.includes(wanted) ? wanted : (free[0] ?? null);
  const host = hostOf(match);
  return (
    <form
      className={styles.card}
      aria-busy={action.busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onSit(name.trim(), chosen);
      }}
    >
      <header className={styles.head}>
        <h2>{host === null ? i18n._("A table") : i18n._("{host}'s table", { host })}</h2>
        <p>
          {catalogEntry(match.game)?.title ?? match.game}. {i18n._("Code {code}", { code: match.code })}
        </p>
        <Pill tone="live">
          <Dot kind={match.status === "over" ? "off" : "on"} />
          {describeStatus(match.status)}
        </Pill>
      </header>
      <div className={styles.fret} />
      <p className={styles.fact}>
        <Icon id="clock" />
        {describeMatchClock(match)}
      </p>
      {match.silent ? (
        <p className={styles.fact}>
          <Icon id="mute" />
          {i18n._("Silent: nobody talks")}
        </p>
      ) : null}
      <SeatChoice match={match} free={free} chosen={joins ? chosen : null} onChoose={setWanted} />
      <footer className={styles.foot}>
        {mine.map((kept) => (
          <Button key={kept.seat} tone="gold" onClick={() => onBack(kept)}>
            <SeatSign seat={kept.seat} size="small" />
            {i18n._("Go on as {seat}", { seat: seatName(kept.seat) })}
          </Button>
        ))}
        {joins && chosen !== null ? (
          <>
            <NameField name={name} className={styles.name} onChange={setName} />
            <Button type="submit" tone="go" className={styles.sit ?? ""} aria-disabled={action.busy}>
              <SeatSign seat={chosen} size="small" />
              {i18n._("Sit down: {seat}", { seat: seatName(chosen) })}
            </Button>
          </>
        ) : null}
        <Button onClick={onWatch}>
          <Icon id="eye" />
          {match.status === "over" ? i18n._("See how") : i18n._("Watch")}
        </Button>
        <RefusalNote error={action.error} />
        {joins && match.status === "gathering" ? (
          <p>{i18n._("No account needed. You can leave until it begins.")}</p>
        ) : null}
      </footer>
    </form>
  );
}

function describeStatus(status: DoorProps["match"]["status"]): string {
  switch (status) {
    case "gathering":
      return i18n._("Gathering");
    case "playing":
      return i18n._("Playing");
    case "over":
      return i18n._("Over");
  }
}
