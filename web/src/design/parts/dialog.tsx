import { type ReactNode, useId } from "react";
import { i18n } from "../../texts/index.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { useModal } from "./use-modal.ts";

interface Props {
  readonly title: ReactNode;
  /** Called by Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A modal dialog for as long as it is rendered. Focus goes to its title, and back to where it was when it closes. */
export function Dialog({ title, onClose, className = "", children }: Props) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog
      {...modal}
      className={`${styles.dialog} ${className}`}
      aria-labelledby={id}
      onClick={(event) => {
        if (event.target === modal.ref.current) onClose();
      }}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <Button onClick={onClose}>{i18n._("Close")}</Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
