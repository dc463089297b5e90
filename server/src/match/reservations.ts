import type { Client, Room } from "@colyseus/core";
import type { Chair } from "./chair.ts";

/**
 * Whoever asked last has the seat: places in it that were reserved before this client's prove nothing any more. Who gave
 * one up on a slow line, and came by another, would else be shown out by his own first try when that arrives at last.
 */
export function outdateReservations(room: Room, { sessionId, auth }: Client<{ auth: Chair }>): void {
  const reserved = room["_reservedSeats"];
  // In the order in which they were made; one that is being used is not enumerable.
  for (const earlier of Object.getOwnPropertyNames(reserved)) {
    if (earlier === sessionId) return;
    const [, chair] = reserved[earlier] ?? [];
    if (chair?.seat === auth?.seat) chair.holder = "";
  }
}
