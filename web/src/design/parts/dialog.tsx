import {
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from "react";
import { i18n } from "../../texts/index.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

interface Props {
  readonly title: ReactNode;
  /** Called by Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void;
  readonly className?: string | undefined;
  /** What is not loaded yet is awaited. */
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
        <div className={styles.head}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <Button onClick={onClose}>{i18n._("Close")}</Button>
        </div>
        <Suspense fallback={<p role="status">{i18n._("One moment…")}</p>}>{children}</Suspense>
      </div>
    </dialog>
  );
}

/** What had the focus before a window that made way for another one. */
let passedOn: Element | null = null;

/**
 * Returns the properties of a `<dialog>` that is open as a modal one for as long as it is rendered. Focus goes to its heading (`h2`, which needs a tabindex), and
 * back to where it was when it closes. A window that opens as another one closes goes back to where that one would have.
 * @param onClose called by Escape
 */
export function useModal(onClose: () => void): ModalProps {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = passedOn ?? document.activeElement;
    passedOn = null;
    // In a task of its own: the browser then computes the style of the whole page anew, which takes as long as the rendering.
    const opening = window.setTimeout(() => {
      element?.showModal();
      element?.querySelector<HTMLElement>("h2")?.focus();
    });
    return () => {
      clearTimeout(opening);
      element?.close();
      // The focus would move on at once, and every move of it makes the browser lay out the whole table.
      if (isWindowOpening()) passedOn = before;
      else if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref: dialog,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    onClose: () => {
      // Without a click since the last Escape, Chrome closes a dialog itself without asking.
      if (dialog.current?.open === false) onClose();
    },
  };
}

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onClose: () => void;
}

/** Whether a window is rendered that is not open yet. */
export const isWindowOpening = (): boolean => document.querySelector("dialog:not([open])") !== null;
