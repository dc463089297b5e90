import { Client, type Room } from "@colyseus/sdk";
import {
  LIMITS,
  type Listing,
  type LobbyRequest,
  type LobbyState,
  readTablePage,
  type Reservation,
  type TablePage,
} from "@flower-war/protocol";
import type { FakeTime } from "./fake-time.ts";
import { requestLobby } from "./post.ts";
import { PATIENCE, until } from "./until.ts";

/** A client of the lobby, connected by a real socket and Colyseus' own client. */
export class LobbyClient {
  readonly reservation: Reservation;
  /** Patches received. */
  patches = 0;
  readonly #room: Room<unknown, LobbyState>;

  private constructor(reservation: Reservation, room: Room<unknown, LobbyState>) {
    this.reservation = reservation;
    this.#room = room;
    room.reconnection.enabled = false;
  }

  /** Connects. Resolves when the lobby's state has arrived. */
  static async join(url: string, request: LobbyRequest = {}): Promise<LobbyClient> {
    const reservation = await requestLobby(url, request);
    const room = await new Client(url).consumeSeatReservation<LobbyState>(reservation);
    const client = new LobbyClient(reservation, room);
    await until(() => room.state?.matches !== undefined, "the lobby's state");
    room.onStateChange(() => void (client.patches += 1));
    return client;
  }

  /** Returns the listing of a match; `undefined`: it is not on the page. */
  get(match: string): Listing | undefined {
    return this.shown.tables.find(({ id }) => id === match);
  }

  /** The ids of the page's matches. */
  get ids(): string[] {
    return this.shown.tables.map(({ id }) => id);
  }

  /** The page that this client sees. */
  get shown(): TablePage {
    return readTablePage(this.#room.state);
  }

  async leave(): Promise<void> {
    await this.#room.leave();
  }
}

/** Waits as `until`, and lets the lobby's pauses pass meanwhile, about one in 20 ms. */
export async function untilShown(time: FakeTime, holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE} ms for ${what}`);
    await time.pass(LIMITS.lobbyInterval);
    for (let turns = 0; turns < 20 && !holds(); turns++)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
