import type { RegisteredHandler, Room } from "@colyseus/core";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { networkOf } from "@flower-war/protocol/sockets";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";
import { dropReservedSeat, sessionsReservedFor } from "../wire/reserved-seats.ts";

const { perAddress, inAll, perSeat, life } = SERVER_LIMITS.reservations;

/** A reservation's client; in a match also its seat, `null` or missing for a spectator. */
interface Auth {
  readonly seat?: string | null;
  readonly address?: string;
}

/**
 * Bounds the unused reserved places in rooms of this process. Those of players with a seat are never refused: of
 * one seat the latest few are kept.
 */
export class WaitingSeats {
  readonly #time: Time;
  /** Reservations by session id, the oldest first. */
  readonly #waiting = new Map<string, { readonly network: string; readonly until: number }>();
  readonly #ofNetworks = new Map<string, number>();

  constructor(time: Time) {
    this.#time = time;
  }

  /** Counts the reservations in the rooms of a registered type. */
  follow(handler: RegisteredHandler): void {
    handler.on("create", (room: Room) => this.#followRoom(room));
    handler.on("join", (_room, { sessionId }: { readonly sessionId: string }) => this.#remove(sessionId));
  }

  /** @throws `RefusalError` with `too-many-reservations` and a wait if an address, or all together, have too many */
  require(address: string): void {
    this.#expire();
    const isFull = this.#waiting.size >= inAll;
    const own = this.#ofNetworks.get(networkOf(address)) ?? 0;
    if (isFull || own >= perAddress) throw refuse("too-many-reservations", { wait: life });
  }

  #followRoom(room: Room): void {
    const reserve = room["_reserveSeat"].bind(room);
    room["_reserveSeat"] = async (sessionId: string, options: unknown, auth: Auth, ...rest: unknown[]) => {
      this.#note(room, sessionId, auth);
      return reserve(sessionId, options, auth, ...rest);
    };
  }

  #note(room: Room, sessionId: string, auth: Auth = {}): void {
    const { seat = null, address = "" } = auth;
    if (seat !== null) {
      const [oldest, ...others] = sessionsReservedFor(room, (known) => (known as Auth).seat === seat);
      if (oldest !== undefined && others.length + 1 >= perSeat) dropReservedSeat(room, oldest);
      return;
    }
    const network = networkOf(address);
    this.#expire();
    this.#waiting.set(sessionId, { network, until: this.#time.monotonic() + life });
    this.#ofNetworks.set(network, (this.#ofNetworks.get(network) ?? 0) + 1);
  }

  #expire(): void {
    const now = this.#time.monotonic();
    for (const [sessionId, { until }] of this.#waiting) {
      if (until > now) return;
      this.#remove(sessionId);
    }
  }

  #remove(sessionId: string): void {
    const waiting = this.#waiting.get(sessionId);
    if (waiting === undefined) return;
    this.#waiting.delete(sessionId);
    const left = (this.#ofNetworks.get(waiting.network) ?? 1) - 1;
    if (left > 0) this.#ofNetworks.set(waiting.network, left);
    else this.#ofNetworks.delete(waiting.network);
  }
}
