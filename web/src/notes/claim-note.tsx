import type { GameName, Match } from "@flower-war/client-sdk";
import { Suspense } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";
import { useServerTime } from "./use-server-time.ts";

const OpenClaimNote = lazyPart(async () => (await import("./open-claim.tsx")).OpenClaimNote);

/** Offers the viewer to end the match when all others have been away for so long that the viewer need not wait for them. */
export function ClaimNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { claimsAt } = match;
  const now = useServerTime(() => match.serverTime, claimsAt !== null);
  const isOpen = claimsAt !== null && now >= claimsAt && match.status === "playing";
  return (
    <div role="status">
      {isOpen ? (
        <Suspense fallback={null}>
          <OpenClaimNote match={match} />
        </Suspense>
      ) : null}
    </div>
  );
}
