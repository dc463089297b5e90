import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { useModal } from "../../design/parts/dialog.tsx";
import styles from "./modal-window.module.css";

interface Props {
  readonly title: string;
  /** What it is about, in a sentence below the title. */
  readonly lead: ReactNode;
  /** What stands before the title. */
  readonly icon?: ReactNode;
  /** What stands at the end of the head. */
  readonly aside?: ReactNode;
  /** Sets its width. */
  readonly className?: string | undefined;
  /** Called by Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal window over the table, without a frame of its own. */
export function ModalWindow({ title, lead, icon, aside, className = "", onClose, children }: Props) {
  const modal = useModal(onClose);
  const id = useId();
  return (
    <dialog {...modal} className={`${styles.window} ${className}`} aria-labelledby={id}>
      <div className={styles.head}>
        {icon}
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p>{lead}</p>
        </div>
        {aside}
      </div>
      {children}
    </dialog>
  );
}

/** Closes a window by itself after a while. @param ms `null`: it stays */
export function useClosing(ms: number | null, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => close(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
