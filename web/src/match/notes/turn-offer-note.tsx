import type { GameName, Match } from "@flower-war/client-sdk";
import { speedOf } from "@flower-war/client-sdk/protocol";
import { Suspense, useState } from "react";
import { lazyPart } from "../../app/lazy-part.tsx";
import { browserStorage } from "../../app/storage.ts";

const TurnOffer = lazyPart(async () => (await import("../../notices/turn-offer.tsx")).TurnOffer, "notices");

/** Stored when the viewer has answered the offer: it is made once. */
const ANSWERED = "flower-war/turn-offer";

/** Offers to tell the viewer when it is their turn, in matches by days and browsers that can. */
export function TurnOfferNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const [isAnswered, setAnswered] = useState(() => browserStorage.read(ANSWERED) !== null);
  const { seat, status, clock } = match;
  const isByDays = seat !== null && status === "playing" && speedOf(clock?.rules ?? null) === "days";
  if (!isByDays || isAnswered || !canAsk()) return null;
  const close = () => {
    browserStorage.write(ANSWERED, "yes");
    setAnswered(true);
  };
  return (
    <Suspense fallback={null}>
      <TurnOffer onClose={close} />
    </Suspense>
  );
}

/** Whether the browser has notices that its user has not forbidden. */
const canAsk = (): boolean =>
  window.isSecureContext && "PushManager" in window && Notification.permission !== "denied";
