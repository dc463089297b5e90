import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import type { Journal } from "../journal/journal.ts";
import { MatchRoom } from "./room.ts";
import { epochOf, matchOf } from "./room-id.ts";

/** ms between two looks. */
const PAUSE = 3_000;

/**
 * Notices that another process has taken over a match that is played here, although nobody plays: this process was taken
 * for dead, and was only slow. (Where somebody plays, the journal says so.)
 */
export class Fence {
  readonly #journal: Journal;
  readonly #rooms: LocalRooms;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(journal: Journal, rooms: LocalRooms, log: Logger) {
    this.#journal = journal;
    this.#rooms = rooms;
    this.#log = log;
  }

  start(): void {
    const again = () => (this.#timer = setTimeout(() => void this.look().finally(again), PAUSE).unref());
    again();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Sends the clients of every match that another process has after it. */
  async look(): Promise<void> {
    for (const room of this.#rooms.all) {
      if (room instanceof MatchRoom) await this.#check(room);
    }
  }

  async #check(room: MatchRoom): Promise<void> {
    try {
      const head = await this.#journal.headOf(matchOf(room.roomId));
      if (head && head.epoch > epochOf(room.roomId)) room.moveOut();
    } catch (err) {
      this.#log.debug({ err, room: room.roomId }, "cannot tell who has a match");
    }
  }
}
