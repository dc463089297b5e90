import type { ReactNode } from "react";
import styles from "./notice.module.css";

interface Props {
  /** A drawing at the left. */
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  /** The level of the title among the page's headings. Default 2; `null`: it is no heading. */
  readonly level?: 1 | 2 | 3 | null;
  /** `empty`: nothing here yet. `lit`: it concerns the viewer. `dark` and `bad`: something ended or failed. */
  readonly tone?: "plain" | "empty" | "lit" | "dark" | "bad" | "waiting";
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A notice: what happened, what is kept, and what to do next. */
export function Notice({ picture, title, level = 2, tone = "plain", actions, children }: Props) {
  const Title = level === null ? "strong" : (`h${level}` as const);
  return (
    <div className={`${styles.notice} ${styles[tone]}`}>
      {picture === undefined ? null : <div className={styles.picture}>{picture}</div>}
      <div className={styles.words}>
        <Title className={styles.title} tabIndex={level === 1 ? -1 : undefined}>
          {title}
        </Title>
        <div className={styles.text}>{children}</div>
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
