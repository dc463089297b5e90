import { useState } from "react";
import { browserStorage } from "../base/storage.ts";
import { TurnOffer } from "./turn-offer.tsx";

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
