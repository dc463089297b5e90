import { PROTOCOL_VERSION, type Reservation } from "@flower-war/protocol";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { type ListedRoom, listingOf, type MatchMaker } from "../cluster/match-maker.ts";
import { orUnavailable } from "../cluster/unavailable.ts";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";

/**
 * Reserves a seat in a room.
 * @param auth becomes the client's `auth` in the room; the caller has verified it
 * @throws `RefusalError` with `unavailable` if the room is closing
 */
export async function reserve(matchMaker: MatchMaker, room: ListedRoom, auth: object): Promise<Reservation> {
  const reserved = await matchMaker.reserve(room, auth).catch(() => {
    throw refuse("unavailable");
  });
  const { name, roomId, processId, sessionId, publicAddress } = reserved;
  if (processId === undefined) throw refuse("unavailable");
  return {
    name,
    roomId,
    processId,
    sessionId,
    ...(publicAddress && { publicAddress }),
    protocolVersion: PROTOCOL_VERSION,
  };
}

/** Reserves seats in rooms of which each process has one by a name; creates the room if it is not there. */
export class SingletonRooms {
  readonly #matchMaker: MatchMaker;
  readonly #rooms: LocalRooms;
  readonly #creations = new Queue();

  constructor(matchMaker: MatchMaker, rooms: LocalRooms) {
    this.#matchMaker = matchMaker;
    this.#rooms = rooms;
  }

  /** Reserves a seat in this process's room of that name, as `reserve` does. */
  async reserve(roomName: string, auth: object): Promise<Reservation> {
    const listed = await this.#creations.run(async () => {
      const known = this.#rooms.named(roomName);
      return known ? listingOf(known) : orUnavailable(this.#matchMaker.createRoom(roomName, {}));
    });
    return reserve(this.#matchMaker, listed, auth);
  }
}
