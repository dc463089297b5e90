import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import { seatNoun } from "./nouns.ts";

/** A colour's name in its colour. */
export function SeatBadge({ seat }: { seat: Seat }) {
  return <span className={`seat seat-${seat}`}>{seatNoun(seat)}</span>;
}
