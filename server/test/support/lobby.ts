import { Client, type Room } from "@colyseus/sdk";
import type { Listing, LobbyState, Reservation } from "@flower-war/protocol";
import { requestLobby } from "./post.ts";
import { until } from "./until.ts";

/** A client of the lobby, connected by a real socket and Colyseus' own client. */
export class LobbyClient {
  readonly reservation: Reservation;
  readonly #room: Room<unknown, LobbyState>;

  private constructor(reservation: Reservation, room: Room<unknown, LobbyState>) {
    this.reservation = reservation;
    this.#room = room;
    room.reconnection.enabled = false;
  }

  /** Connects. Resolves when the lobby's state has arrived. */
  static async join(url: string): Promise<LobbyClient> {
    const reservation = await requestLobby(url);
    const room = await new Client(url).consumeSeatReservation<LobbyState>(reservation);
    const client = new LobbyClient(reservation, room);
    await until(() => room.state?.matches !== undefined, "the lobby's state");
    return client;
  }

  /** Returns the listing of a match; `undefined`: it is not listed. */
  get(match: string): Listing | undefined {
    return this.#room.state.matches.get(match);
  }

  /** The ids of all listed matches. */
  get ids(): string[] {
    return [...this.#room.state.matches.keys()];
  }

  async leave(): Promise<void> {
    await this.#room.leave();
  }
}
