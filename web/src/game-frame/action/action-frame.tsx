import { type ReactNode, useContext } from "react";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import type { PartProps } from "../game-parts.ts";
import type { TableScene } from "../scene.ts";
import type { Sending } from "../sending.ts";
import { Countdown } from "../table/countdown.tsx";
import styles from "./action-frame.module.css";
import { LiveNoticesContext } from "./action-notice.tsx";

interface Props extends Omit<PartProps<TableScene, Omit<Sending<never>, "send">>, "drawn"> {
  readonly title: string;
  /** What is to be decided, as a sentence. */
  readonly hint: ReactNode;
  /** What else stands in the head. */
  readonly aside?: ReactNode;
  /** Whether there is no room for what happened since the viewer's last turn. Default: there is. */
  readonly tight?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of a decision: what it is, the time for it, and the ways to decide. */
export function ActionFrame(props: Props) {
  const { title, hint, aside, tight = false, scene, handling, serverTime, className = "", children } = props;
  const { busy, refusal } = handling;
  const live = useContext(LiveNoticesContext);
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
      {tight ? null : live?.since}
      {children}
      {refusal === null ? null : (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </section>
  );
}

interface StepsProps {
  readonly label: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: string;
  readonly state: "done" | "open" | "to-come";
}

/** The parts of a turn or round: those that are over, the one that is open, those to come. */
export function Steps({ label, steps }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ name, state }) => (
        <li
          key={name}
          className={state === "done" ? styles.done : undefined}
          aria-current={state === "open" ? "step" : undefined}
        >
          {state === "done" ? (
            <>
              <span aria-hidden="true">✓ </span>
              <Unseen>{i18n._("done:")} </Unseen>
            </>
          ) : null}
          {name}
        </li>
      ))}
    </ol>
  );
}

/** Returns the steps of these names, in their order: those before the open one are done. */
export function stepsUpTo<P extends string>(
  open: P,
  names: { readonly [Part in P]: () => string },
): readonly Step[] {
  const parts = Object.keys(names) as P[];
  return parts.map((part, index) => ({
    name: names[part](),
    state: part === open ? "open" : index < parts.indexOf(open) ? "done" : "to-come",
  }));
}
