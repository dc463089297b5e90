import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { Cancel, Time } from "../time.ts";
import { MatchRoom } from "./room.ts";
import { epochOf, matchOf } from "./room-id.ts";

/** ms between two checks. */
const CHECK_INTERVAL = 3_000;

/**
 * Closes rooms of this process whose match another process has taken over, because this one was slow and counted as dead.
 * Where players act, the journal detects it at once; this covers matches in which nobody does.
 */
export class OwnershipMonitor {
  readonly #journal: Journal;
  readonly #rooms: LocalRooms;
  readonly #time: Time;
  readonly #log: Logger;
  #cancel: Cancel = () => {};

  constructor(journal: Journal, rooms: LocalRooms, time: Time, log: Logger) {
    this.#journal = journal;
    this.#rooms = rooms;
    this.#time = time;
    this.#log = log;
  }

  start(): void {
    const next = () => {
      this.#cancel = this.#time.after(CHECK_INTERVAL, () => void this.check().finally(next), {
        background: true,
      });
    };
    next();
  }

  stop(): void {
    this.#cancel();
  }

  /** Disconnects the clients of matches that another process now owns; they reconnect there. */
  async check(): Promise<void> {
    const rooms = this.#rooms.ofType(MatchRoom);
    try {
      const heads = await this.#journal.findHeads(rooms.map(({ roomId }) => matchOf(roomId)));
      const epochs = new Map(heads.map(({ match, epoch }) => [match, epoch]));
      for (const room of rooms) {
        const epoch = epochs.get(matchOf(room.roomId)) ?? 0;
        if (epoch > epochOf(room.roomId)) room.moveOut();
      }
    } catch (err) {
      this.#log.debug({ err }, "match ownership check failed");
    }
  }
}
