import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { i18n } from "../texts/index.ts";

interface Props {
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

/** Asks before the lesson is left by a key. */
export function SkipDialog({ onSkip, onClose }: Props) {
  return (
    <Dialog title={i18n._("Skip the lesson?")} onClose={onClose}>
      <p>{i18n._("You come to the lobby. The lesson waits where you are now, and you can go on there.")}</p>
      <Button tone="go" onClick={onSkip}>
        {i18n._("Skip it")}
      </Button>
      <Button onClick={onClose}>{i18n._("Go on")}</Button>
    </Dialog>
  );
}
