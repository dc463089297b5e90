import type { RegisteredHandler, Room } from "@colyseus/core";

/** The rooms of this process. */
export class LocalRooms {
  readonly #rooms = new Set<Room>();

  /** Follows the rooms of a registered type. */
  follow(handler: RegisteredHandler): void {
    handler.on("create", (room) => void this.#rooms.add(room));
    handler.on("dispose", (room) => void this.#rooms.delete(room));
  }

  /** How many there are. */
  get size(): number {
    return this.#rooms.size;
  }

  get all(): Room[] {
    return [...this.#rooms];
  }

  /** Returns the rooms of a class. */
  ofType<R extends object>(type: new () => R): R[] {
    return this.all.filter((room): room is R & Room => room instanceof type);
  }

  /** Finds the room of that name, for types of which a process has one. */
  named(name: string): Room | undefined {
    return this.all.find(({ roomName }) => roomName === name);
  }
}
