import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { LinkButton } from "./link-button.tsx";

interface Props {
  /** For screen readers; left out: its words say it. */
  readonly label?: string;
  readonly words: ReactNode;
  readonly title: string;
  /** What is in the dialog. @param close closes it */
  readonly children: (close: () => void) => ReactNode;
}

/** A small action in a card that opens a dialog. */
export function DialogLink({ words, title, children, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <LinkButton {...rest} onClick={() => setOpen(true)}>
        {words}
      </LinkButton>
      {open ? (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      ) : null}
    </>
  );
}
