import { CLOSE, type Drop, type GameName, type Match, parseBan } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { ActionNotice } from "../game-frame/action/action-notice.tsx";
import { describeBan } from "../refusals/refusal-texts.ts";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { seatName } from "../session/seat-names.ts";
import { leaveMatch } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./gone.module.css";
import { SaveWitness } from "./witness.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly drop: Drop;
  /** `panel`: in the place of the table's actions; `note`: over the page. */
  readonly as: "panel" | "note";
}

/** The connection is lost for good: says why, and what the viewer can do. */
export function Gone<G extends GameName>({ match, drop, as }: Props<G>) {
  const action = useAction();
  const { id, code, token } = match;
  const lockOut = async () => {
    if (token !== null) await host.renew(id, token);
    leaveMatch(code);
  };
  const buttons: ReactNode = (
    <>
      <Button tone="gold" onClick={() => leaveMatch(code)}>
        {i18n._("Come back")}
      </Button>
      {drop.code === CLOSE.replaced && token !== null ? (
        <Button onClick={() => action.run(lockOut)}>{i18n._("It was not me: lock others out")}</Button>
      ) : null}
    </>
  );
  const picture = <Drawing sheet="signs" id="miquiztli" />;
  if (drop.refusal?.code === "fairness-broken") {
    const told = <BrokenFairness match={match} changed={drop.refusal.field} />;
    const title = i18n._("The match is not fair");
    return as === "panel" ? (
      <ActionNotice icon={picture} title={title} tone="gone">
        {told}
      </ActionNotice>
    ) : (
      <Notice level={null} tone="dark" picture={picture} title={title}>
        {told}
      </Notice>
    );
  }
  const refusal = <RefusalNote error={action.error ?? drop.refusal ?? null} />;
  return as === "panel" ? (
    <ActionNotice icon={picture} title={i18n._("You are disconnected")} tone="gone">
      <p role="alert">{lossReason(drop)}</p>
      <div>{buttons}</div>
      {refusal}
    </ActionNotice>
  ) : (
    <Notice level={null} tone="dark" picture={picture} title={lossReason(drop)} actions={buttons}>
      {refusal}
    </Notice>
  );
}

/** Returns why a connection ended, by its close code, with the operator's reason if it was an operator. */
function lossReason({ code, reason }: Drop): string {
  switch (code) {
    case CLOSE.ended:
      return i18n._("An operator closed this match: {reason}", { reason });
    case CLOSE.expelled:
      return i18n._("An operator took your seat from you: {reason}", { reason });
    case CLOSE.banned: {
      const ban = parseBan(reason);
      return ban === null ? i18n._("The connection is lost.") : describeBan(ban);
    }
    case CLOSE.replaced:
      return i18n._("Your seat was taken again from another tab or device.");
    case CLOSE.removed:
      return i18n._("The host freed your seat. You can take another one, or watch.");
    case CLOSE.withheld:
      return i18n._(
        "Your browser did not reveal its sealed part in time, so your seat is free again. You cannot sit at this table again, but you can watch.",
      );
    case CLOSE.handedOver:
      return i18n._("You handed your seat over, and another person has taken it.");
    case CLOSE.flood:
      return i18n._("The server closed the connection: too many messages.");
    case CLOSE.closed:
      return i18n._("The match was closed: it is over, or nobody was there.");
    default:
      return i18n._("The connection is lost.");
  }
}

interface BrokenProps<G extends GameName> {
  readonly match: Match<G>;
  /** What the server changed: the refusal's `field`. */
  readonly changed: string | undefined;
}

/** Says that the server changed its word about the dice, and offers what the viewer saw before. */
function BrokenFairness<G extends GameName>({ match, changed }: BrokenProps<G>) {
  return (
    <>
      <p role="alert">
        {describeBreach(changed)} {i18n._("So it may have chosen what chance brings.")}{" "}
        {i18n._("What you saw before is kept here: save it, and show it to those you played with.")}
      </p>
      <div className={styles.actions}>
        <SaveWitness witness={() => match.witness()} tone="gold" />
        <Button onClick={() => leaveMatch(match.code)}>{i18n._("Leave this match")}</Button>
      </div>
    </>
  );
}

/** Begins the name of what was changed where it is the part of another seat. */
const OF_SEAT = "seats.";

function describeBreach(changed: string | undefined): string {
  if (changed?.startsWith(OF_SEAT) === true) {
    const seat = seatName(changed.slice(OF_SEAT.length));
    return i18n._("The server changed {seat}'s part.", { seat });
  }
  switch (changed) {
    case "commitment":
      return i18n._("The server changed the seal of its secret.");
    case "nonce":
    case "seal":
    case "key":
      return i18n._("The server changed your part.");
    case "terms":
      return i18n._("The server changed how this match was to begin.");
    case "entry":
      return i18n._("The server changed what it had shown you of this match.");
    default:
      return i18n._("The server changed how this match began.");
  }
}
