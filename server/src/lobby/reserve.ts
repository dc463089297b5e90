import { type IRoomCache, matchMaker } from "@colyseus/core";
import type { Reservation } from "@flower-war/client-sdk/protocol";
import { type LocalRooms, listingOf } from "../cluster/local-rooms.ts";
import { orUnavailable } from "../cluster/unavailable.ts";
import { refused } from "../fault.ts";
import { Queue } from "../queue.ts";

/**
 * Reserves a place in a room.
 * @param auth what the room's `client.auth` will be: verified here, and nowhere else
 * @throws `Refused` with `unavailable` if the room is closing
 */
export async function reserve(room: IRoomCache, auth: object): Promise<Reservation> {
  const { name, roomId, processId, sessionId, publicAddress } = await matchMaker
    .reserveSeatFor(room, {}, auth)
    .catch(() => {
      throw refused("unavailable");
    });
  if (processId === undefined) throw refused("unavailable");
  return { name, roomId, processId, sessionId, ...(publicAddress && { publicAddress }) };
}

const creations = new Queue();

/** A place in this process's one room of that name, which is created if it is not there. */
export async function reserveInOnly(rooms: LocalRooms, roomName: string, auth: object): Promise<Reservation> {
  const listed = await creations.run(async () => {
    const known = rooms.named(roomName);
    return known ? listingOf(known) : orUnavailable(matchMaker.createRoom(roomName, {}));
  });
  return reserve(listed, auth);
}
