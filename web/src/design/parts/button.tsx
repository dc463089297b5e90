import type { ButtonHTMLAttributes } from "react";
import styles from "./button.module.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `go`: the main action, red. `rain` and `gold`: colours of the gods and of the turn. Default: plain. */
  readonly tone?: "plain" | "go" | "rain" | "gold";
  /** The key that does the same. */
  readonly shortcut?: string;
}

/** A button. `aria-disabled` shows it disabled but keeps it in reach of the keyboard, so that its reason can be read. */
export function Button({
  tone = "plain",
  shortcut,
  className = "",
  children,
  type = "button",
  ...rest
}: Props) {
  return (
    <button
      aria-keyshortcuts={shortcut}
      {...rest}
      type={type}
      className={`${styles.button} ${styles[tone]} ${className}`}
    >
      {children}
      {shortcut === undefined ? null : (
        <kbd className={styles.key} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}
