import { type Listing, readListings, type SyncedLobby } from "@flower-war/protocol";
import {
  type ConnectionStatus,
  type Drop,
  type Reserve,
  RoomSession,
  type SessionSettings,
} from "./connection/room-session.ts";
import { Listeners } from "./listeners.ts";

/** The events of `lobby.on`. */
export interface LobbyListeners {
  /** `matches` or `connection` has changed. */
  change: () => void;
  /** The connection was lost. Unless `drop.gone`, the SDK reconnects; `matches` stays as it was last seen. */
  dropped: (drop: Drop) => void;
  /** The list is live again. */
  resumed: () => void;
}

/** The live list of public matches that are not over. `FlowerWar.lobby()` returns it. */
export class Lobby {
  readonly #session: RoomSession<SyncedLobby, never>;
  readonly #listeners = new Listeners<LobbyListeners>();
  #matches: readonly Listing[] | null = null;

  /** @internal */
  static async open(settings: SessionSettings, reserve: Reserve): Promise<Lobby> {
    const lobby = new Lobby(settings, reserve);
    await lobby.#session.open();
    return lobby;
  }

  private constructor(settings: SessionSettings, reserve: Reserve) {
    this.#session = new RoomSession(settings, reserve, {
      changed: () => {
        this.#matches = null;
        this.#listeners.emit("change");
      },
      statusChanged: () => this.#listeners.emit("change"),
      message: () => {},
      dropped: (drop) => this.#listeners.emit("dropped", drop),
      resumed: () => this.#listeners.emit("resumed"),
    });
  }

  get connection(): ConnectionStatus {
    return this.#session.status;
  }

  /** The listed matches as plain values; the same array until the next change. */
  get matches(): readonly Listing[] {
    this.#matches ??= readListings(this.#session.state);
    return this.#matches;
  }

  /** Adds a listener and returns the function that removes it. An error that it throws is reported on the console. */
  on<Name extends keyof LobbyListeners>(name: Name, listener: LobbyListeners[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Disconnects. */
  leave(): Promise<void> {
    return this.#session.leave();
  }
}
