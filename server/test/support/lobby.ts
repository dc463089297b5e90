import { Client, type Room } from "@colyseus/sdk";
import { type Listing, type LobbyState, PATHS, type Reservation } from "@flower-war/client-sdk/protocol";
import { post } from "./post.ts";
import { until } from "./until.ts";

/** Somebody who watches the lobby over a real socket. */
export class LobbyWatcher {
  readonly reservation: Reservation;
  readonly #room: Room<unknown, LobbyState>;

  private constructor(reservation: Reservation, room: Room<unknown, LobbyState>) {
    this.reservation = reservation;
    this.#room = room;
    room.reconnection.enabled = false;
  }

  static async join(url: string): Promise<LobbyWatcher> {
    const { body } = await post<Reservation>(url, PATHS.lobby);
    const room = await new Client(url).consumeSeatReservation<LobbyState>(body);
    const watcher = new LobbyWatcher(body, room);
    await until(() => room.state?.matches !== undefined, "the lobby's state");
    return watcher;
  }

  /** The listing of a match, if it is there. */
  get(match: string): Listing | undefined {
    return this.#room.state.matches.get(match);
  }

  /** The ids of all matches listed. */
  get ids(): string[] {
    return [...this.#room.state.matches.keys()];
  }

  async leave(): Promise<void> {
    await this.#room.leave();
  }
}
