import type { GameName, Match } from "@flower-war/client-sdk";
import { PhysicalTemple } from "./physical-temple.tsx";

/** The temple of wood and stone of the viewer's seat, or how they get one. */
export function OwnTemple<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const own = match.seats.find(({ seat }) => seat === match.seat);
  if (own === undefined) return null;
  return (
    <PhysicalTemple
      own={own}
      pair={async (code) => {
        await match.pairTemple(code);
      }}
      unpair={() => match.unpairTemple()}
    />
  );
}
