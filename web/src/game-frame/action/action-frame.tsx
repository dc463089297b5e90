import type { ReactNode } from "react";
import { i18n } from "../../texts/index.ts";
import type { PartProps } from "../game-parts.ts";
import type { TableScene } from "../scene.ts";
import type { Sending } from "../sending.ts";
import { Countdown } from "../table/countdown.tsx";
import styles from "./action-frame.module.css";

interface Props extends Omit<PartProps<TableScene, Omit<Sending<never>, "send">>, "drawn"> {
  readonly title: string;
  /** What is to be decided, as a sentence. */
  readonly hint: ReactNode;
  /** What else stands in the head. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of a decision: what it is, the time for it, and the ways to decide. */
export function ActionFrame(props: Props) {
  const { title, hint, aside, scene, handling, serverTime, className = "", children } = props;
  const { busy, refusal } = handling;
  const clock = scene.seat === null ? null : (scene.clock?.seats.get(scene.seat) ?? null);
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
