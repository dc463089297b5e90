import type { SeatClock } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { i18n } from "../../../texts/index.ts";
import { Countdown } from "../countdown.tsx";
import styles from "./action-frame.module.css";

interface Props {
  readonly title: string;
  /** What is to be decided, as a sentence. */
  readonly hint: ReactNode;
  /** What else stands in the head. */
  readonly aside?: ReactNode;
  /** The viewer's clock; `null`: the match has none. */
  readonly clock: SeatClock | null;
  readonly serverTime: () => number;
  /** A command was sent and is not answered yet. */
  readonly busy: boolean;
  /** Why the last command was refused. */
  readonly refusal: string | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of a decision: what it is, the time for it, and the ways to decide. */
export function ActionFrame(props: Props) {
  const { title, hint, aside, clock, serverTime, busy, refusal, className = "", children } = props;
  return (
    <section
      className={`${styles.panel} ${styles.lit} ${className}`}
      aria-label={i18n._("What you can do")}
      aria-busy={busy}
    >
      <header className={styles.head}>
        <h2>{title}</h2>
        <p className={styles.hint}>{hint}</p>
        {aside}
        {clock === null ? null : <Countdown clock={clock} serverTime={serverTime} className={styles.clock} />}
      </header>
      {children}
      {refusal === null ? null : (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </section>
  );
}
