import type { ReactNode } from "react";
import styles from "./two-lines.module.css";

/** Words of which two lines are shown at most. */
export function TwoLines({ children }: { readonly children: ReactNode }) {
  return <span className={styles.words}>{children}</span>;
}
