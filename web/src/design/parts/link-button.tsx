import type { ReactNode } from "react";
import styles from "./link-button.module.css";

interface Props {
  /** What it does and to which seat, for screen readers; left out: its words say it. */
  readonly label?: string;
  /** `danger`: it takes something from another player. */
  readonly tone?: "plain" | "danger";
  /** Whether what was pressed before is still under way: a press would do nothing. Default: no. */
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A small action in a card, which looks like a link. */
export function LinkButton({ label, tone = "plain", busy = false, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={`${styles.link} ${styles[tone]}`}
      aria-label={label}
      aria-disabled={busy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
