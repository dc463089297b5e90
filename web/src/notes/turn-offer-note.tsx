import { type GameName, type Match, speedOf } from "@flower-war/client-sdk";
import { Suspense } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";

const TurnOfferOnce = lazyPart(
  async () => (await import("../notices/turn-offer.tsx")).TurnOfferOnce,
  "notices",
);

/** Offers to tell the viewer when it is their turn, in matches by days. */
export function TurnOfferNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { seat, status, clock } = match;
  const isByDays = seat !== null && status === "playing" && speedOf(clock?.rules ?? null) === "days";
  if (!isByDays) return null;
  return (
    <Suspense fallback={null}>
      <TurnOfferOnce />
    </Suspense>
  );
}
