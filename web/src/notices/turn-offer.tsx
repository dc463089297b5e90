import { useState } from "react";
import { browserStorage } from "../base/storage.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { tellHere } from "./push.ts";
import { NoticesNote, useNotices } from "./use-notices.tsx";

/** Offers a player of a match by days to be told when it is their turn, unless this browser tells them. */
function TurnOffer({ onClose }: { readonly onClose: () => void }) {
  const { answer: told } = useNotices();
  const action = useAction();
  if (told === null || told.here || told.notices?.push === null) return null;
  const accept = () =>
    action.run(async () => {
      await tellHere();
      onClose();
    });
  return (
    <Notice
      level={null}
      tone="lit"
      picture={<Icon id="clock" />}
      title={i18n._("This match is played by days")}
      actions={
        <>
          <Button tone="gold" aria-disabled={action.busy} onClick={accept}>
            {i18n._("Tell me when it is my turn")}
          </Button>
          <Button onClick={onClose}>{i18n._("Not now")}</Button>
        </>
      }
    >
      <p>
        {i18n._("You can close the page meanwhile: this browser tells you when the others wait for you.")}
      </p>
      <NoticesNote error={action.error} />
    </Notice>
  );
}

/** Stored when the viewer has answered the offer: it is made once. */
const ANSWERED = "flower-war/turn-offer";

/** Offers to tell the viewer when it is their turn, in browsers that can, until they have answered. */
export function TurnOfferOnce() {
  const [isAnswered, setAnswered] = useState(() => browserStorage.read(ANSWERED) !== null);
  if (isAnswered || !canAsk()) return null;
  const close = () => {
    browserStorage.write(ANSWERED, "yes");
    setAnswered(true);
  };
  return <TurnOffer onClose={close} />;
}

/** Whether the browser has notices that its user has not forbidden. */
const canAsk = (): boolean =>
  window.isSecureContext && "PushManager" in window && Notification.permission !== "denied";
