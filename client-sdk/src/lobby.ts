import { type Listing, readTablePage, type SyncedLobby, type TablePage } from "@flower-war/protocol";
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
  /** `matches`, `total`, `page`, `pages` or `connection` has changed. */
  change: () => void;
  /** The connection was lost. Unless `drop.gone`, the SDK reconnects; `matches` stays as it was last seen. */
  dropped: (drop: Drop) => void;
  /** The list is live again. */
  resumed: () => void;
}

/** One page of the public matches that can be joined or watched, live. `FlowerWar.lobby()` returns it. */
export class Lobby {
  readonly #session: RoomSession<SyncedLobby, never>;
  readonly #listeners = new Listeners<LobbyListeners>();
  #shown: TablePage | null = null;

  /** @internal */
  static async open(settings: SessionSettings, reserve: Reserve, signal?: AbortSignal): Promise<Lobby> {
    const lobby = new Lobby(settings, reserve);
    await lobby.#session.open(undefined, signal);
    return lobby;
  }

  private constructor(settings: SessionSettings, reserve: Reserve) {
    this.#session = new RoomSession(settings, reserve, {
      changed: () => {
        this.#shown = null;
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

  /** The matches of the page as plain values, in the lobby's order; the same array until the next change. */
  get matches(): readonly Listing[] {
    return this.#page.tables;
  }

  /** Number of matches on all pages. */
  get total(): number {
    return this.#page.total;
  }

  /** Which page this is, 1 to `pages`: the last, if there are fewer than were asked for. */
  get page(): number {
    return this.#page.page;
  }

  /** Number of pages, at least 1. */
  get pages(): number {
    return this.#page.pages;
  }

  get #page(): TablePage {
    this.#shown ??= readTablePage(this.#session.state);
    return this.#shown;
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
