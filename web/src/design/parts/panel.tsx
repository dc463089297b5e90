import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

interface Props {
  readonly title: ReactNode;
  /** Keeps the title for screen readers only. */
  readonly quiet?: boolean;
  /** Gold ring: it is the viewer's turn here. */
  readonly lit?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A plaque with a title: one region of a page. */
export function Panel({ title, quiet = false, lit = false, className = "", children }: Props) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${lit ? styles.lit : ""} ${className}`} aria-labelledby={id}>
      <h2 id={id} className={quiet ? styles.unseen : styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Text for screen readers only. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
