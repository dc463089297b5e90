import { matchMaker, type Room } from "@colyseus/core";

/** Closes every room of this process. Resolves when all are gone. */
export async function closeRooms(): Promise<void> {
  const { processId } = matchMaker;
  for (const { roomId } of await matchMaker.query({ processId })) {
    const room = matchMaker.getLocalRoomById(roomId);
    if (room) dropReservations(room);
  }
  await matchMaker.gracefullyShutdown();
}

/** A room does not go while a place is reserved in it: somebody who never came would hold us up for 15 s. */
function dropReservations(room: Room): void {
  const reserved = room["_reservedSeats"];
  const timeouts = room["_reservedSeatTimeouts"];
  for (const sessionId of Object.keys(reserved)) {
    clearTimeout(timeouts[sessionId]);
    delete timeouts[sessionId];
    delete reserved[sessionId];
  }
}
