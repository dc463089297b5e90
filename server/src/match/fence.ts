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
    const rooms = this.#rooms.all.filter((room) => room instanceof MatchRoom);
    try {
      const heads = await this.#journal.headsOf(rooms.map(({ roomId }) => matchOf(roomId)));
      const epochs = new Map(heads.map(({ match, epoch }) => [match, epoch]));
      for (const room of rooms) {
        const epoch = epochs.get(matchOf(room.roomId)) ?? 0;
        if (epoch > epochOf(room.roomId)) room.moveOut();
      }
    } catch (err) {
      this.#log.debug({ err }, "cannot tell who has the matches");
    }
  }
}
