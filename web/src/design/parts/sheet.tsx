import type { ReactNode } from "react";
import { i18n } from "../../texts/index.ts";
import { Button } from "./button.tsx";
import styles from "./sheet.module.css";

interface Props {
  /** What buttons that open it have as `popoverTarget`. */
  readonly id: string;
  readonly label: string;
  readonly className?: string | undefined;
  /** Called when it opens and closes. */
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** What a button brings up from the lower edge of the window, until it is closed or something beside it is pressed. */
export function Sheet({ id, label, className = "", onToggle, children }: Props) {
  return (
    <aside
      id={id}
      popover="auto"
      className={`${styles.sheet} ${className}`}
      aria-label={label}
      onToggle={(event) => onToggle?.(event.newState === "open")}
    >
      <Button className={styles.close ?? ""} popoverTarget={id} popoverTargetAction="hide">
        {i18n._("Close")}
      </Button>
      {children}
    </aside>
  );
}
