import type { ReactNode } from "react";
import { useModal } from "../../design/parts/dialog.tsx";
import styles from "./modal-window.module.css";

interface Props {
  readonly labelledBy: string;
  /** Sets its width. */
  readonly className?: string | undefined;
  /** Called by Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal window over the table, without a frame of its own. */
export function ModalWindow({ labelledBy, className = "", onClose, children }: Props) {
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={`${styles.window} ${className}`} aria-labelledby={labelledBy}>
      {children}
    </dialog>
  );
}
