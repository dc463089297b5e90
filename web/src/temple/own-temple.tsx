import type { GameName, Match } from "@flower-war/client-sdk";
import { useState } from "react";
import { lastUsedTemples, rememberTemple } from "./last-used.ts";
import { PhysicalTemple } from "./physical-temple.tsx";

/** The temple of wood and stone of the viewer's seat, or how they get one. */
export function OwnTemple<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const [lastUsed, setLastUsed] = useState(lastUsedTemples);
  const remember = (templeId: string) => {
    rememberTemple(templeId, Date.now());
    setLastUsed(lastUsedTemples());
  };
  const own = match.seats.find(({ seat }) => seat === match.seat);
  if (own === undefined) return null;
  return (
    <PhysicalTemple
      own={own}
      pair={async (code) => {
        remember((await match.pairTemple(code)).templeId);
      }}
      nearby={{
        list: () => match.nearbyTemples(),
        pair: async (templeId, options) => {
          await match.pairNearby(templeId, options);
          remember(templeId);
        },
        lastUsed,
      }}
      unpair={() => match.unpairTemple()}
    />
  );
}
