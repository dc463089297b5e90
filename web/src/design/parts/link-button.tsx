import type { ReactNode } from "react";
import styles from "./link-button.module.css";

interface Props {
  /** What it does and to which seat, for screen readers; left out: its words say it. */
  readonly label?: string;
  /** `danger`: it takes something from another player. */
  readonly tone?: "plain" | "danger";
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A small action in a card, which looks like a link. */
export function LinkButton({ label, tone = "plain", onClick, children }: Props) {
  return (
    <button type="button" className={`${styles.link} ${styles[tone]}`} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
