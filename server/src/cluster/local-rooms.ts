import type { IRoomCache, RegisteredHandler, Room } from "@colyseus/core";

/** The rooms of this process: Colyseus itself tells of them only by way of the shared listing. */
export class LocalRooms {
  readonly #rooms = new Set<Room>();

  /** Keeps count of the rooms of a type. */
  watch(handler: RegisteredHandler): void {
    handler.on("create", (room) => void this.#rooms.add(room));
    handler.on("dispose", (room) => void this.#rooms.delete(room));
  }

  get all(): Room[] {
    return [...this.#rooms];
  }

  /** Our room of that name, for those of which a process has one. */
  named(name: string): Room | undefined {
    return this.all.find(({ roomName }) => roomName === name);
  }
}

/** What the matchmaker lists of a room. */
export function listingOf(room: Room): IRoomCache {
  return room["_listing"];
}
