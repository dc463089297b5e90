import type { GameName, Match } from "@flower-war/client-sdk";
import { Suspense } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";

const OpenOfferNote = lazyPart(async () => (await import("./open-offer.tsx")).OpenOfferNote);

/** The open offer to end the match, if there is one. Loaded with the first. */
export function OfferNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { offer } = match;
  return (
    <div role="status">
      {offer === null ? null : (
        <Suspense fallback={null}>
          <OpenOfferNote key={offer.id} match={match} offer={offer} />
        </Suspense>
      )}
    </div>
  );
}
