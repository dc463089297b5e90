import type { SeatClock } from "@flower-war/client-sdk";
import { createContext, type ReactNode, useContext } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import { Countdown } from "../table/countdown.tsx";
import styles from "./action-notice.module.css";

interface Props {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly tone?: "plain" | "lit" | "over" | "gone" | "reconnecting";
  readonly children: ReactNode;
}

/** The panel while the viewer has nothing to decide: what the match waits for, or why they cannot act. */
export function ActionNotice({ icon, title, tone = "plain", children }: Props) {
  return (
    <section className={`${styles.notice} ${styles[tone]}`} aria-label={i18n._("What you can do")}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

interface WaitingProps {
  readonly icon: ReactNode;
  /** Names of those whom the match waits for. */
  readonly who: string;
  /** The only one whom the match waits for has lost the connection. */
  readonly lost: boolean;
  /** The clock that runs; `null`: none, or several. */
  readonly clock: SeatClock | null;
  readonly serverTime: () => number;
  /** What they decide, as a sentence. */
  readonly decision: string;
  readonly children?: ReactNode;
}

/** Says whom the match waits for, and what they decide. */
export function WaitingNotice({ icon, who, lost, clock, serverTime, decision, children }: WaitingProps) {
  return (
    <ActionNotice
      icon={icon}
      title={
        <>
          {lost ? i18n._("{who} is reconnecting", { who }) : i18n._("Waiting for {who}", { who })}
          {clock === null ? null : (
            <Countdown clock={clock} serverTime={serverTime} className={styles.clock} />
          )}
        </>
      }
    >
      <p>
        {decision} {lost ? describeKeptSeat(clock) : null}
      </p>
      {children}
    </ActionNotice>
  );
}

function describeKeptSeat(clock: SeatClock | null): string {
  return clock?.stopped === undefined
    ? i18n._("The seat is kept, and its clock runs.")
    : i18n._("The seat is kept, and its clock is stopped for now.");
}

/** The wheel that turns while something is waited for. */
export const Spinner = () => <span className={styles.spinner} />;

/** Says that the viewer's connection is lost. `gone`: the SDK has given up reconnecting. */
export function DisconnectedNotice({ gone }: { readonly gone: boolean }) {
  const live = useContext(LiveNoticesContext)?.disconnected ?? null;
  if (live !== null) return live;
  return gone ? (
    <ActionNotice
      icon={<Drawing sheet="signs" id="miquiztli" />}
      title={i18n._("You are disconnected")}
      tone="gone"
    >
      <p>{i18n._("The server plays for you when your time is over. Reload the page to come back.")}</p>
    </ActionNotice>
  ) : (
    <ActionNotice icon={<Spinner />} title={i18n._("You are reconnecting")} tone="reconnecting">
      <p>{i18n._("Nothing is lost. What you pressed last is sent when the connection is back.")}</p>
    </ActionNotice>
  );
}

/** Says that the viewer has conceded. */
export function OutNotice({ icon }: { readonly icon: ReactNode }) {
  return (
    <ActionNotice icon={icon} title={i18n._("You are out")}>
      <p>{i18n._("You conceded. You can watch until the end.")}</p>
    </ActionNotice>
  );
}

/** Says that the server plays the viewer's seat. */
export function PlayedNotice({ icon }: { readonly icon: ReactNode }) {
  const live = useContext(LiveNoticesContext);
  if (live !== null) return live.played;
  return (
    <ActionNotice icon={icon} title={i18n._("The server plays for you")} tone="lit">
      <p>{i18n._("You were away for too long. The match goes on.")}</p>
    </ActionNotice>
  );
}

/** What a live match says, with its buttons, to a viewer who cannot act. */
interface LiveNotices {
  readonly disconnected: ReactNode;
  readonly played: ReactNode;
}

/** The notices of the live match around a table; `null`: nothing is live (gallery, lesson). */
export const LiveNoticesContext = createContext<LiveNotices | null>(null);
