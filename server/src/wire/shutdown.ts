import { matchMaker, type Room } from "@colyseus/core";
import { CLOSE } from "@flower-war/client-sdk/protocol";

/**
 * Closes every room of this process: each is asked to go (`onBeforeShutdown`). Resolves when all are gone.
 * @param rooms those that it has
 * @param patience ms after which those that are still there are closed without further ado
 */
export async function closeRooms(rooms: readonly Room[], patience: number): Promise<void> {
  for (const room of rooms) dropReservations(room);
  const impatience = setTimeout(() => matchMaker.disconnectAll(CLOSE.moved), patience);
  await matchMaker.gracefullyShutdown();
  clearTimeout(impatience);
}

/** A room does not go while a place is reserved in it: somebody who never came would hold us up for 15 s. */
export function dropReservations(room: Room): void {
  const reserved = room["_reservedSeats"];
  const timeouts = room["_reservedSeatTimeouts"];
  for (const sessionId of Object.keys(reserved)) {
    clearTimeout(timeouts[sessionId]);
    delete timeouts[sessionId];
    delete reserved[sessionId];
  }
}
