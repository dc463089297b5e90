import type { ReactNode } from "react";
import styles from "./pill.module.css";

interface Props {
  /** `live`: something is going on right now. `gold`: it is the viewer's turn to use it. Default: plain. */
  readonly tone?: "plain" | "live" | "gold";
  readonly children: ReactNode;
}

/** A short fact in a rounded frame. */
export function Pill({ tone = "plain", children }: Props) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>;
}

/** The dot before a state: `on`, `off`, or a square for a bot. */
export function Dot({ kind }: { readonly kind: "on" | "off" | "bot" }) {
  return <span className={`${styles.dot} ${styles[kind]}`} aria-hidden="true" />;
}
