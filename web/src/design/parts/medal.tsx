import type { ComponentProps } from "react";
import styles from "./medal.module.css";

interface Props extends ComponentProps<"span"> {
  /** Whether only its place is shown, for it is not held. Default: no. */
  readonly missing?: boolean;
}

/** A drawing on a round golden medal, as discs and signs are shown. CSS sets `--medal-size` and `--medal-inset`. */
export function Medal({ missing = false, className = "", ...span }: Props) {
  return <span {...span} className={`${styles.medal} ${missing ? styles.missing : ""} ${className}`} />;
}
